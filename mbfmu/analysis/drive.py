"""What drives a run: start values, and inputs as functions of time, checked against the problem's interface."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..codegen.variables import scalars
from ..engine.instance import Instance
from ..errors import InvalidValue, ProblemsFound
from ..problem.data.problem import Problem, Variable
from ..problem.data.ref import Ref

Names = dict[str, tuple[Variable, Ref]]


class Drive:
    """Sets an instance's start values, and its inputs at any time, which are functions of time or constants.

    Names are those of variables or of their numbers (`r_start`, `r_start[1]`). Raises ProblemsFound with everything that is
    wrong with names, sizes and start values.
    """

    def __init__(self, instance: Instance, values: Mapping[str, Any], inputs: Mapping[str, Any]):
        self.instance = instance
        names = _names(instance.problem)
        wrong = [problem for name, value in values.items() for problem in self._set(names, name, value)]
        wrong += [problem for name, value in inputs.items() for problem in _unusable(names, name, value)]
        if wrong:
            title = f"{instance.problem.name} cannot be run like this; {_listed(instance.problem)}:"
            raise ProblemsFound(title, [*wrong, *self._invalid()])
        self.inputs = [(name, names[name][1], _function(value)) for name, value in inputs.items()]
        self.moving = any(callable(value) for value in inputs.values())  # whether they may change with time

    def at(self, t: float) -> None:
        """Set the inputs to what they are at time t [s]; InvalidValue if a function gives anything but finite numbers."""
        for name, ref, function in self.inputs:
            value = function(t)
            numbers = _numbers(value, ref)
            if numbers is None or not np.isfinite(numbers).all():
                demand = "a finite number" if ref.size == 1 else f"{ref.size} finite numbers"
                raise InvalidValue(
                    f"{self.instance.problem.name} cannot be computed at t = {t:.9g} s:",
                    [f"the function of input {name} gives {value}; it must give {demand}"],
                )
            self.instance.set(ref, numbers)
        self.instance.buffers["input_time"][:] = t

    def _set(self, names: Names, name: str, value: Any) -> list[str]:
        wrong = _not_one_of(names, name, ("parameter", "input"))
        if wrong:
            return wrong
        ref = names[name][1]
        numbers = _numbers(value, ref)
        if numbers is None:
            return [f"{name} takes {'one number' if ref.size == 1 else f'{ref.size} numbers'}, not {value!r}"]
        self.instance.set(ref, numbers)
        return []

    def _invalid(self) -> tuple[str, ...]:
        try:
            self.instance.validate()
        except InvalidValue as refused:
            return refused.problems
        return ()


def _names(problem: Problem) -> Names:
    """All variables and their numbers, and where they live."""
    numbers = {s.name: (s.variable, Ref(s.variable.ref.slot, s.variable.ref.start + s.index, 1)) for s in scalars(problem)}
    return numbers | {v.name: (v, v.ref) for v in problem.variables}


def _listed(problem: Problem) -> str:
    """What can be set."""
    kinds = {kind: [v.name for v in problem.variables if v.causality == kind] for kind in ("parameter", "input")}
    return "; ".join(f"its {kind}s are {', '.join(names)}" for kind, names in kinds.items() if names) or "nothing in it can be set"


def _not_one_of(names: Names, name: str, causalities: tuple[str, ...]) -> list[str]:
    if name in names and names[name][0].causality in causalities:
        return []
    if name in names:
        return [f"{name} is of causality {names[name][0].causality}, not {' or '.join(causalities)}"]
    return [f"there is no variable {name!r}"]


def _unusable(names: Names, name: str, value: Any) -> list[str]:
    """What is wrong with an input's name, or with the constant it is given."""
    wrong = _not_one_of(names, name, ("input",))
    if wrong or callable(value):
        return wrong
    ref = names[name][1]
    numbers = _numbers(value, ref)
    if numbers is not None and np.isfinite(numbers).all():
        return []
    demand = "a finite number" if ref.size == 1 else f"{ref.size} finite numbers"
    return [f"input {name} takes {demand}, or a function of time that gives them, not {value!r}"]


def _function(value: Any) -> Callable[[float], Any]:
    return value if callable(value) else lambda t: value


def _numbers(value: Any, ref: Ref) -> np.ndarray | None:
    """The value as as many numbers as there must be; None if it is not."""
    try:
        numbers = np.ravel(np.asarray(value, dtype=float))
    except (TypeError, ValueError):
        return None
    return numbers if numbers.size == ref.size else None
