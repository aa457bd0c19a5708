"""What drives a run: start values, and inputs as functions of time, checked against the problem's interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, nextafter
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import InvalidValue, MbfmuError, ProblemsFound
from ...base.nearest import listed, nearest
from ...engine.instance import Instance
from ...model.blocks import BlockModel
from ...model.declare.declarations import is_quantity
from ...model.declare.model import Model
from ...model.declare.units import conversion, si_value
from ...model.declare.variable_types import Real, VariableType
from ...model.signals.columns import Wanted, csv_inputs
from ...model.signals.signal import Signal
from ...model.signals.stops import Stop, stops
from ...problem.between_steps import changes_with_time
from ...problem.codegen.variables import scalars
from ...problem.compile import Declared, with_settable
from ...problem.data.once_per_problem import once_per_problem
from ...problem.data.problem import Problem, Variable
from ...problem.data.ref import Ref

Names = dict[str, tuple[Variable, Ref]]
Values = Mapping[str, Any] | None  # start values by name
Inputs = Mapping[str, Any] | str | Path | None  # signals, other functions of time or constants by name, or a CSV file of them


class InputDriver:
    """Sets an instance's start values, and its inputs at any time, which are signals, other functions of time or constants.

    Names are those of variables or of their numbers (`r_start`, `r_start[1]`); values are given as their types say: 0.3, True, 3, "open", and
    those of real numbers in SI units or with their unit: (30, "deg").
    `inputs` may be the path of a CSV file instead, whose columns are inputs. Real inputs follow their functions at any time (`at`), others
    are held from one row of the results to the next (`hold`). A run stops at `ends` and continues from there by `go_on`, so that signals jump
    and bend between steps; up to there they keep to their side of the jump. Raises ProblemsFound with everything that is wrong with names,
    sizes and start values.
    """

    def __init__(self, instance: Instance, values: Values, inputs: Inputs):
        self.instance = instance
        names = names_of(instance.problem)
        values, inputs = by_name("values", values), inputs_of(instance.problem, inputs)
        wrong = [problem for name, value in values.items() for problem in self._set(names, name, value)]
        wrong += [problem for name, value in inputs.items() for problem in _unusable(names, name, value)]
        if wrong:
            unknown = [name for name in (*values, *inputs) if name not in names]
            there = [_there(instance.problem)] if unknown else []
            raise ProblemsFound(f"{instance.problem.name} cannot be run like this:", [*wrong, *self._invalid(), *there])
        discrete = {name: names[name][0].variability == "discrete" for name in inputs}
        self._continuous = {name: (*names[name], _function(value)) for name, value in inputs.items() if not discrete[name]}
        self._discrete = {name: (*names[name], _function(value)) for name, value in inputs.items() if discrete[name]}
        # How long [s] a step may be that misses nothing of them, 0 where it ends at a row at the latest.
        self.longest = 0.0 if changes_with_time(instance.problem) else min((_longest(inputs[name]) for name in self._continuous), default=inf)
        # Whether some may change at any time, and whether some may at any row.
        self.moving, self.stepping = any(map(_moves, map(inputs.get, self._continuous))), any(map(_steps, map(inputs.get, self._discrete)))
        self._moving = [(ref.view(instance.buffers), f) for _, ref, f in self._continuous.values() if isinstance(f, Signal) and not f.held]
        self._signals = [value for value in inputs.values() if isinstance(value, Signal)]
        self._stops: list[Stop] = []
        self._since, self._until = -inf, inf

    def start(self, time: float = 0.0) -> None:
        """Have the instance start at a time [s], with what its inputs are then."""
        self.hold(time)
        self.at(time)
        self.instance.initialize(time)

    def ends(self, rows: np.ndarray) -> list[float]:
        """The times [s] at which a run with results at the times `rows` [s] must stop before its inputs are those behind."""
        self._stops = stops(self._signals, rows)
        self._until = self._stops[0].first if self._stops else inf
        times = {stop.time for stop in self._stops}
        return sorted(times.union(rows[1:].tolist()) if self.stepping else times)

    def go_on(self, t: float) -> None:
        """Set all inputs to what they are from time t [s] on, one of the `ends`."""
        if self._stops and self._stops[0].time <= t:
            self._since = self._stops.pop(0).last
            self._until = self._stops[0].first if self._stops else inf
        self.hold(t)
        self.at(t)

    def at(self, t: float) -> None:
        """Set the real inputs to what they are at time t [s]; InvalidValue if a function gives anything but finite numbers."""
        for name in self._continuous:
            self.instance.set(self._continuous[name][1], self._given(name, t, *self._continuous[name]))
        self.instance.buffers["input_time"][:] = t

    def along(self, t: float) -> None:
        """The same between two of the `ends`, where all are signals whose shortest period is known: they only continue, and nothing is set again."""
        within = self._on_this_side(t)
        for numbers, signal in self._moving:
            numbers[:] = signal(within)
        self.instance.buffers["input_time"][:] = t

    def hold(self, t: float) -> None:
        """Set the inputs of other types to what they are at time t [s]; InvalidValue if a function gives nothing of its type."""
        for name, (variable, ref, function) in self._discrete.items():
            numbers = self._given(name, t, variable, ref, function)
            if not np.array_equal(numbers, self.instance.get(ref)):
                self.instance.set(ref, numbers)

    def _given(self, name: str, t: float, variable: Variable, ref: Ref, function: Callable[[float], Any]) -> np.ndarray:
        value = function(self._on_this_side(t) if isinstance(function, Signal) else t)
        numbers = numbers_for(value, variable, ref)
        if numbers is None or not np.isfinite(numbers).all():
            raise InvalidValue(
                f"{self.instance.problem.name} cannot be computed at t = {t:.9g} s:",
                [f"the function of input {name} gives {value}; it must give {wanted_in_words(variable, ref)}"],
            )
        return numbers

    def _on_this_side(self, t: float) -> float:
        """The time [s] itself, or the nearest one on this side of the jumps before and behind."""
        return max(self._since, min(t, nextafter(self._until, -inf)))

    def _set(self, names: Names, name: str, value: Any) -> list[str]:
        wrong = _not_one_of(names, name, ("parameter", "input"))
        if wrong:
            return wrong
        variable, ref = names[name]
        numbers = numbers_for(value, variable, ref)
        if numbers is None:
            wanted = wanted_in_words(variable, ref, "").replace("a number", "one number")
            return [f"{name} takes {wanted}, not {value!r}{_unlike(value, variable)}"]
        self.instance.set(ref, numbers)
        return []

    def _invalid(self) -> tuple[str, ...]:
        try:
            self.instance.validate()
        except InvalidValue as refused:
            return refused.problems
        return ()


def by_name(what: str, given: Values) -> Mapping[str, Any]:
    """What is given by name, nothing for None; MbfmuError where it is no dict."""
    if given is not None and not isinstance(given, Mapping):
        raise MbfmuError(f"{what} must be a dict by name, such as {{'force': 3.0}}, not {given!r}")
    if wrong := [name for name in given or () if not isinstance(name, str)]:
        raise MbfmuError(f"{what} has the names {', '.join(map(repr, wrong[:5]))}: a name is text, such as 'force'")
    return given or {}


def declared_for(declared: Declared, values: Values) -> Model | BlockModel | Problem:
    """What is declared, in which those parameters of a Model that `values` name can be set, tunable or not."""
    return with_settable(declared, by_name("values", values))


def inputs_of(problem: Problem, given: Inputs) -> Mapping[str, Any]:
    """What drives inputs, by name; the path of a CSV file stands for its columns."""
    return csv_inputs(given, wanted_inputs(problem)) if isinstance(given, (str, Path)) else by_name("inputs", given)


@once_per_problem
def names_of(problem: Problem) -> Names:
    """All variables and their values, and where they live."""
    return {s.name: (s.variable, s.ref) for s in scalars(problem)} | {v.name: (v, v.ref) for v in problem.variables}


def _there(problem: Problem) -> str:
    """What can be set."""
    kinds = {kind: [v.name for v in problem.variables if v.causality == kind] for kind in ("input", "parameter")}
    found = [f"its {kind}s are {listed(names)}" for kind, names in kinds.items() if names]
    fixed = "parameters of elements that are not among them can be set in a Model itself, and elsewhere if it exposes them as tunable"
    return "; ".join([*found, fixed]) if found else "nothing in it can be set"


def _not_one_of(names: Names, name: str, causalities: tuple[str, ...]) -> list[str]:
    if name in names and names[name][0].causality in causalities:
        return []
    if name in names:
        found = names[name][0]
        return [f"{name} is of causality {found.causality}, not {' or '.join(causalities)} ({found.description})"]
    return [f"there is no variable {name!r}{nearest(name, names)}"]


def _unusable(names: Names, name: str, value: Any) -> list[str]:
    """What is wrong with an input's name, or with the constant it is given."""
    wrong = _not_one_of(names, name, ("input",))
    if wrong or callable(value):
        return wrong
    variable, ref = names[name]
    numbers = numbers_for(value, variable, ref)
    if numbers is not None and np.isfinite(numbers).all():
        return []
    words = f"{wanted_in_words(variable, ref)}, or a function of time that gives them, not {value!r}"
    return [f"input {name} takes {words}{_unlike(value, variable)}"]


def _unlike(value: Any, variable: Variable) -> str:
    """What is wrong with the unit of a value that comes with one; "" if nothing, or if it has none."""
    try:
        return "" if not is_quantity(value) or conversion(value[1], variable.unit) else ""
    except MbfmuError as error:
        return f": {error}"


def wanted_inputs(problem: Problem) -> dict[str, Wanted]:
    """What a column of a CSV file must hold to drive an input, by name."""
    inputs = (s for s in scalars(problem) if s.variable.causality == "input")
    return {s.name: wanted(s.variable.type, s.variable.unit) for s in inputs}


def wanted(kind: VariableType, unit: str) -> Wanted:
    """What a column must hold to drive an input of a type."""
    return Wanted(unit) if kind == Real() else Wanted(read=kind.read, one=kind.one)


def _longest(value: Any) -> float:
    """How long [s] a step may be that misses nothing of a real input between the times at which it jumps or bends; 0 where nobody knows."""
    if isinstance(value, Signal):
        return value.longest
    return 0.0 if callable(value) else inf


def _moves(value: Any) -> bool:
    """Whether a real input may change at any time."""
    return not value.held if isinstance(value, Signal) else callable(value)


def _steps(value: Any) -> bool:
    """Whether an input of another type may change at any row."""
    return not (isinstance(value, Signal) and value.held) and callable(value)


def _function(value: Any) -> Callable[[float], Any]:
    return value if callable(value) else lambda t: value


def numbers_for(value: Any, variable: Variable, ref: Ref) -> np.ndarray | None:
    """The numbers that stand for a value of a variable, or of one of its elements; None if it is nothing of the type, or in another number.

    Real values may come with a unit, as (30, "deg").
    """
    try:
        given = si_value(value[0], value[1], variable.unit) if is_quantity(value) and variable.type == Real() else value
        numbers = np.ravel(variable.type.numbers(given))
    except (TypeError, ValueError, OverflowError, MbfmuError):
        return None
    return numbers if numbers.size == ref.size else None


def wanted_in_words(variable: Variable, ref: Ref, finite: str = "finite ") -> str:
    """What must be given, in words."""
    kind, count = variable.type, ref.size // variable.type.size
    words = kind.one if count == 1 else f"{count} {kind.several}"
    return words.replace("number", f"{finite}number", 1) if kind == Real() else words
