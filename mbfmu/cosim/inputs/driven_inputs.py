"""Inputs of FMUs that signals, other functions of time or constants drive."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf, isfinite, nextafter
from typing import Any

import numpy as np
from fmpy.model_description import ModelDescription, ModelVariable

from ...base.errors import InvalidValue, MbfmuError
from ...base.model_description import items_of, unit_of
from ...base.nearest import nearest
from ...model.signals.columns import Wanted
from ...model.signals.expression import as_signal
from ...model.signals.signal import Signal
from ...model.signals.stops import stops
from ..fmu.instance import RunningFmu
from ..system.literals import start_of, value_of
from ..system.names import connector_name, connector_of
from ..system.system import System, Value
from ..system.timeline import CommunicationStep, timeline
from ..system.variables import KINDS, NUMBER_TYPES, kind_of, numbers_of, plain_value, scalar_variables, type_problem

ROWS = 1000  # of a table for FMPy where nobody says how far its rows lie apart


class DrivenInputs:
    """What drives the inputs of a System; at the times of `stops` [s] signals jump or bend."""

    def __init__(self, system: System, descriptions: Mapping[str, ModelDescription]):
        self._system = system
        connectors = {connector_of(name, system.components): as_signal(given) for name, given in system.inputs.items()}
        self._drives = {connector: (scalar_variables(descriptions[connector[0]])[connector[1]], drive) for connector, drive in connectors.items()}
        signals = [drive for drive in connectors.values() if isinstance(drive, Signal)]
        there = stops(signals, _points(system)) if signals else []
        self.stops = tuple(stop.time for stop in there)
        self._behind = {stop.time: stop.last for stop in there}
        self._before = {stop.time: nextafter(stop.first, -inf) for stop in there}

    def set(self, instances: Mapping[str, RunningFmu], t: float) -> None:
        """Give driven inputs their values from time t [s] on; InvalidValue if a function gives nothing of the input's type."""
        for component, values in self.values(t).items():
            if values:
                instances[component].set(values)

    def values(self, t: float) -> dict[str, dict[str, Any]]:
        """Return what driven inputs are from time t [s] on, by component and name; InvalidValue if a function gives nothing of the input's type."""
        values: dict[str, dict[str, Any]] = {component: {} for component in self._system.components}
        for (component, name), (variable, drive) in self._drives.items():
            values[component][name] = self._given(component, variable, drive, t, self._behind.get(t, t))
        return values

    def real(self, name: str) -> list[str]:
        """Return the real inputs of a component that are driven."""
        return [variable for (component, variable), (v, _) in self._drives.items() if component == name and kind_of(v) == "Real"]

    def others(self, name: str) -> list[str]:
        """Return its driven inputs that are no real numbers."""
        return [variable for (component, variable), (v, _) in self._drives.items() if component == name and kind_of(v) != "Real"]

    def others_at(self, name: str, t: float) -> dict[str, Any]:
        """Return what those are from time t [s] on; InvalidValue if a function gives nothing of the input's type."""
        at = self._behind.get(t, t)
        return {variable: self._given(name, *self._drives[name, variable], t, at) for variable in self.others(name)}

    def parabolas(self, name: str, variables: Sequence[str], step: CommunicationStep, coefficients: Any) -> int:
        """Give real inputs of a component as parabolas through their values at both ends of a step and in its middle; at its end just before it.

        `coefficients` of powers of the time since its start become 1 or 3 rows, one after another; returns how many. InvalidValue if a function gives
        nothing of the input's type.
        """
        middle, end = step.start + step.size / 2, self._before.get(step.end, nextafter(step.end, -inf))
        asked = (step.start, self._behind.get(step.start, step.start)), (middle, middle), (step.end, end)
        count, moves = len(variables), False
        for i, variable in enumerate(variables):
            v, drive = self._drives[name, variable]
            a, m, b = (self._real(name, v, drive, t, at) for t, at in asked)
            coefficients[i] = a
            coefficients[count + i] = (4.0 * m - 3.0 * a - b) / step.size
            coefficients[2 * count + i] = 2.0 * (a - 2.0 * m + b) / step.size**2
            moves = moves or not a == m == b
        return 3 if moves else 1

    def _real(self, component: str, variable: ModelVariable, drive: Any, t: float, at: float) -> float:
        given = drive(at)
        return given if type(given) is float and isfinite(given) else self._given(component, variable, lambda _: given, t, at)

    def _given(self, component: str, variable: ModelVariable, drive: Any, t: float, at: float) -> Any:
        given = plain(variable, drive(at))
        self._refuse(component, variable, given, t)
        return given

    def _refuse(self, component: str, variable: ModelVariable, given: Any, t: float) -> None:
        if problem := type_problem(variable, given):
            raise InvalidValue(f"System {self._system.name!r} cannot continue at t = {t:.9g} s:", [f"{component}: {problem}"])


def _points(system: System) -> np.ndarray:
    return np.append(system.start_time, timeline(system.start_time, system.stop_time, system.step_size)["end"])


def between_points(system: System, fixed: Sequence[str]) -> Iterator[str]:
    """Yield a warning for each signal that jumps or bends between communication points, where the FMUs `fixed` take no steps of other sizes."""
    points = _points(system) if system.inputs else np.zeros(0)
    for name, given in system.inputs.items():
        signals = [given] if isinstance(given, Signal) else []
        times = np.array([stop.time for stop in stops(signals, points)])
        missed = times[~np.isin(times, points)]
        if len(missed):
            yield (
                f"{name}: its signal jumps or bends between communication points, first at t = {missed[0]:.9g} s;"
                f" {', '.join(fixed)} cannot take a step that ends there, so choose a step_size that meets it"
            )


def driven_problems(system: System, descriptions: Mapping[str, ModelDescription]) -> Iterator[str]:
    """Yield what forbids that the System's `inputs` are driven."""
    connected = {connector_name(target) for _, target in system.connections}
    for name, given in system.inputs.items():
        component, variable = connector_of(name, system.components)
        if component not in system.components:
            yield f"input {name}: there is no component {component!r}; there are {', '.join(system.components)}"
        elif component in descriptions:
            yield from (f"{component}: {problem}" for problem in input_problems(descriptions[component], {variable: given}))
        if name in connected:
            yield f"input {name} is driven by a signal and by a connection; leave out one of them"


def wanted_inputs(description: ModelDescription) -> dict[str, Wanted]:
    """Return what a column of a CSV file must hold to drive an input of an FMU, by name."""
    inputs = (v for v in scalar_variables(description).values() if v.causality == "input")
    return {v.name: Wanted(unit_of(v) or "") if kind_of(v) == "Real" else Wanted(read=_reader(v), one=f"of type {v.type}") for v in inputs}


def _reader(variable: ModelVariable) -> Any:
    return lambda literal: value_of(variable, literal)


def input_problems(description: ModelDescription, inputs: Mapping[str, Any]) -> list[str]:
    """Say what forbids that these inputs are driven so."""
    known = {name: v for name, v in scalar_variables(description).items() if v.causality == "input"}
    problems = []
    for name, given in inputs.items():
        if name not in known:
            problems.append(f"{name!r} is no input{nearest(name, known)}; the inputs are {', '.join(known) or 'none'}")
        elif kind_of(known[name]) not in KINDS:
            problems.append(f"{name} is of type {known[name].type}, which cannot be driven")
        elif not callable(given) and (problem := type_problem(known[name], plain(known[name], given))):
            problems.append(problem)
    return problems


def input_table(description: ModelDescription, inputs: Mapping[str, Any], start: float, stop: float, interval: float | None) -> np.ndarray | None:
    """Return driven inputs as FMPy takes them: rows at multiples of `interval` [s], and two rows where signals jump or bend.

    Arrays are columns of their own; their numbers that nothing drives stay at their start values. Raises InvalidValue where a function gives
    nothing of the input's type, MbfmuError for inputs of several shapes, which FMPy does not take.
    """
    if not inputs:
        return None
    drives = {name: as_signal(given) for name, given in inputs.items()}
    signals = [drive for drive in drives.values() if isinstance(drive, Signal)]
    rows = np.append(np.arange(start, stop, interval or (stop - start) / ROWS), stop)
    there = stops(signals, rows)
    sides = {stop.time: (nextafter(stop.first, -np.inf), stop.last) for stop in there}
    times = sorted({*rows.tolist(), *sides})
    asked = [(t, at) for t in times for at in sides.get(t, (t,))]
    owners = [v for v in description.modelVariables if not drives.keys().isdisjoint(numbers_of(v))]
    if len({tuple(v.shape or ()) for v in owners}) > 1:
        named = ", ".join(v.name for v in owners)
        raise MbfmuError(f"{named} have different shapes, and FMPy drives inputs of one shape only: build with --scalars, or for FMI 2")
    table = np.empty(len(asked), dtype=[("time", float), *((v.name, NUMBER_TYPES[v.type], tuple(v.shape or ())) for v in owners)])
    table["time"] = [t for t, _ in asked]
    known = scalar_variables(description)
    for v in owners:
        columns = [_column(known[name], drives.get(name, as_signal(start_of(known[name]) or 0)), asked) for name in numbers_of(v)]
        table[v.name] = np.reshape(np.transpose(columns), table[v.name].shape)
    return table


def _column(variable: ModelVariable, drive: Any, asked: list[tuple[float, float]]) -> list[Value]:
    values = []
    for t, at in asked:
        given = plain(variable, drive(at))
        if problem := type_problem(variable, given):
            raise InvalidValue(f"the inputs cannot be used at t = {t:.9g} s:", [problem])
        values.append(given)
    return values


def plain(variable: ModelVariable, given: Any) -> Any:
    """Return what drives a variable as Python's number of its type, as far as nothing is lost."""
    value = plain_value(variable, given.item() if isinstance(given, np.generic) else given)
    if kind_of(variable) == "Boolean" and value in (0, 1):
        return bool(value)
    if kind_of(variable) == "Integer" and isinstance(value, float) and isfinite(value) and value.is_integer():
        return int(value)
    return value if items_of(variable) or not isinstance(value, int) or kind_of(variable) != "Real" else float(value)
