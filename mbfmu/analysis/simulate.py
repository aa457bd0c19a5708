"""simulate(problem): a run in this process, by the engine or by one of SciPy's solvers; results as FMPy gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..engine.instance import Instance
from ..errors import MbfmuError
from ..problem.compile import Declared, compile_problem
from ..problem.data.names import element_names
from ..problem.data.problem import Problem
from ..problem.python_block import refuse_program
from .drive import Drive
from .scipy_run import SOLVERS, outputs_by_scipy

MOST_ROWS = 10_000_000


def simulate(
    declared: Declared,
    stop_time: float | None = None,
    interval: float | None = None,
    values: Mapping[str, ArrayLike] | None = None,
    inputs: Mapping[str, Callable[[float], ArrayLike] | ArrayLike] | None = None,
    rtol: float = 1e-9,
    start_time: float = 0.0,
    progress: Callable[[float], None] = lambda t: None,
    solver: str = "engine",
) -> np.ndarray:
    """A structured array with "time" [s] and every output at multiples of `interval` [s], the stop time included.

    A Model, a BlockModel or a Problem is simulated; where one is simulated often, compile_problem compiles it once. `values` are start values of
    parameters and inputs, `inputs` functions of time or constants; both go by variable name or by that of
    one number (`r_start[1]`). The engine integrates to the relative tolerance `rtol` and the same times each state's nominal value, as its FMUs
    do: stiff problems by Radau IIA, others by Dormand and Prince's method; a `solver` of SciPy ("DOP853", "Radau", ...) does it instead,
    as a check from outside. `progress` hears how far time has come [s]. Raises ProblemsFound for names and sizes
    that do not fit, InvalidValue for values out of bounds and StepFailed where the equations cannot be integrated, naming
    time and cause.
    """
    problem = compile_problem(declared)
    refuse_program(problem, "simulate")
    stop = problem.stop_time if stop_time is None else stop_time
    interval = problem.step_size if interval is None else interval
    if not (np.isfinite([stop, interval]).all() and stop > start_time and interval > 0):
        raise MbfmuError(f"stop time {stop} s must lie after {start_time} s and the interval {interval} s must be > 0 s")
    if solver not in ("engine", *SOLVERS):
        raise MbfmuError(f"there is no solver {solver!r}; there is engine, {', '.join(SOLVERS)}")
    grid = _grid(start_time, stop, interval)
    instance = Instance(problem)
    drive = Drive(instance, values or {}, inputs or {})
    instance.passing = progress
    drive.at(start_time)
    instance.initialize(start_time)
    instance.report_moved_starts()
    rows = _outputs_by_engine(instance, drive, grid, rtol) if solver == "engine" else outputs_by_scipy(instance, drive, grid, rtol, solver)
    return table(problem, grid, rows)


def table(problem: Problem, times: Iterable[float], rows: Iterable[np.ndarray]) -> np.ndarray:
    """A structured array of "time" [s] and every output, of rows of the numbers in slot y."""
    return np.array([(t, *y) for t, y in zip(times, rows)], dtype=[(name, np.float64) for name in ("time", *_names(problem))])


def _grid(start: float, stop: float, interval: float) -> np.ndarray:
    steps = np.ceil((stop - start) / interval * (1 - 1e-12))
    if steps >= MOST_ROWS:
        raise MbfmuError(f"an interval of {interval} s from {start} s to {stop} s gives {steps:.3g} rows; at most {MOST_ROWS:.0e} are kept")
    return np.append(start + interval * np.arange(steps), stop)


def _names(problem: Problem) -> list[str]:
    """The names of all scalar outputs, in the order of slot y."""
    outputs = sorted((v for v in problem.variables if v.causality == "output"), key=lambda v: v.ref.start)
    return [name for v in outputs for name in element_names(v)]


def _outputs_by_engine(instance: Instance, drive: Drive, grid: np.ndarray, rtol: float) -> list[np.ndarray]:
    """The outputs at all times of the grid."""
    if drive.moving:
        instance.follow(drive.at)
    rows = [instance.outputs()]
    for t in grid[1:]:
        instance.advance(t, rtol)
        rows.append(instance.buffers["y"].copy())
    return rows
