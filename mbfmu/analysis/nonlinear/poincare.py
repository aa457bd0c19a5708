"""Poincare sections: a motion seen once a period, or each time an output passes a level."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ...model.declare.variable_types import Real
from ...problem.codegen.variables import Scalar, scalars
from ...problem.compile import Declared
from ..instant.drive import Inputs, Values
from ..instant.times import is_positive, is_time
from ..simulate.simulate import table
from .flow import Flow
from .variation import TOLERANCE

LOCATED = 1e-12  # relative to the time: where a level is passed


def poincare_section(
    declared: Declared,
    stop_time: float,
    period: float | None = None,
    crossing: str | None = None,
    level: float = 0.0,
    rising: bool = True,
    transient: float = 0.0,
    values: Values = None,
    inputs: Inputs = None,
    rtol: float = TOLERANCE,
    progress: Callable[[float], None] = lambda t: None,
) -> np.ndarray:
    """The outputs, as a structured array with "time" [s], at the points of a Poincare section from a `transient` [s] to the stop time [s].

    Points are either at the transient and each `period` [s] after it (stroboscopic), or where the output `crossing` passes the `level`, `rising` or
    falling, looked for between multiples of the model's step size and located to rounding. `values` and `inputs` are those of `simulate`, `progress`
    is called now and then with the time [s]. Raises ProblemsFound and InvalidValue as `simulate` does, StepFailed if the run cannot continue,
    MbfmuError for times that make no sense, for an output that is not there or never passes the level, and where neither a period nor a crossing
    is given, or both.
    """
    if not (is_time(transient) and is_positive(stop_time) and transient < stop_time):
        raise MbfmuError(f"a section takes 0 s <= transient < stop time, not {transient!r} s and {stop_time!r} s")
    if (period is None) == (crossing is None) or (period is not None and not is_positive(period)):
        raise MbfmuError(f"a section takes either a period > 0 s or an output that crosses a level, not period = {period!r}, crossing = {crossing!r}")
    flow = Flow(declared, values, inputs, "poincare_section", rtol)
    flow.report(progress)
    if transient:
        flow.go(transient)
    if period is None:
        found = _crossings(flow, _output(flow, crossing or ""), level, 1.0 if rising else -1.0, stop_time)
        return table(flow.problem, *found)
    times = transient + period * np.arange(np.floor((stop_time - transient) / period * (1.0 + LOCATED)) + 1.0)
    rows = [flow.instance.outputs(), *(flow.sample(times[1:]) if len(times) > 1 else [])]
    return table(flow.problem, times, np.array(rows))


def _output(flow: Flow, name: str) -> Scalar:
    """The real output of this name; MbfmuError where it is none."""
    known = {s.name: s for s in scalars(flow.problem) if s.ref.slot == "y" and s.variable.type == Real()}
    if name not in known:
        raise MbfmuError(f"{flow.problem.name} has no output {name!r} that is a number{nearest(name, known)}")
    return known[name]


def _crossings(flow: Flow, output: Scalar, level: float, side: float, stop_time: float) -> tuple[np.ndarray, np.ndarray]:
    """The times at which an output passes a level to one side (1 or -1), and all outputs there; MbfmuError where it never does."""
    column, begun = output.ref.start, flow.t
    times, rows, here, held = [], [], flow.instance.outputs(), flow.hold()
    low = high = here[column]
    while flow.t < stop_time:
        before, begin, last = held, flow.t, here
        here = flow.sample(np.array([min(begin + flow.problem.step_size, stop_time)]))[0]
        held, end = flow.hold(), flow.t
        low, high = min(low, here[column]), max(high, here[column])
        if not side * (last[column] - level) < 0.0 <= side * (here[column] - level):
            continue

        def beyond(t: float, before: bytes = before) -> float:
            flow.again(before)
            return float(flow.sample(np.array([t]))[0][column] - level)

        found = end if here[column] == level else brentq(beyond, np.nextafter(begin, end), end, xtol=LOCATED * max(1.0, end))
        flow.again(before)
        rows.append(flow.sample(np.array([found]))[0])
        times.append(found)
        flow.again(held)
    if not times:
        unit, sense = output.variable.unit, "rise" if side > 0 else "fall"
        raise MbfmuError(
            f"{output.name} does not {sense} through {level:g} {unit} from {begun:g} s to {stop_time:g} s, where it lies between {low:.6g} {unit} "
            f"and {high:.6g} {unit}: choose another level, or a longer run"
        )
    return np.array(times), np.array(rows)
