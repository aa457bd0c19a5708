"""simulate(problem): a run in this process, by the engine or by one of SciPy's solvers; results as FMPy gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite
from numbers import Real
from pathlib import Path

import numpy as np

from ...base.errors import MbfmuError, StepFailed
from ...base.real_time import Pacer
from ...engine.instance import Instance
from ...model.signals.chosen_names import chosen
from ...model.signals.result import Result, with_units
from ...model.signals.result_file import read_result, result_writer
from ...problem.codegen.variables import Scalar, scalars
from ...problem.compile import Declared, compile_problem
from ...problem.data.integrators import with_integrator
from ...problem.data.once_per_problem import once_per_problem
from ...problem.data.problem import Problem
from ..instant.drive import InputDriver, Inputs, Values, declared_for
from ..instant.program import ask_program
from .scipy_run import SOLVERS, outputs_by_scipy

MOST_ROWS = 10_000_000
OVERVIEW = 10_000  # rows of a result that went to a file
BLOCK = 1000  # rows that are asked for at once: a step ends behind them, and whoever waits hears of it


def simulate(
    declared: Declared,
    stop_time: float | None = None,
    interval: float | None = None,
    values: Values = None,
    inputs: Inputs = None,
    rtol: float = 1e-9,
    start_time: float = 0.0,
    progress: Callable[[float], None] = lambda t: None,
    integrator: str | None = None,
    solver: str = "engine",
    file: str | Path | None = None,
    signals: Sequence[str] | None = None,
    real_time: bool = False,
) -> Result:
    """Simulate a model. Returns a structured array with "time" [s] and every output except the picture outputs.

    It has a row for each multiple of `interval` [s], and one for the stop time. `declared` is a Model, a BlockModel or a Problem, or the path of a
    Python file or a robot. To simulate a model often, compile it once with `compile_problem`. To run many values on all cores, use `sweep`. A
    PythonBlock runs from its file, in this process. An output that is a vector has a column for each number: `tip` has "tip[1]", "tip[2]" and
    "tip[3]".

    `values` are start values of parameters and inputs; of a Model, of all its parameters, tunable or not. `inputs` are signals such as `Step(at=1.0,
    height=100.0)`, other functions of time, or constants. Both are dicts by variable name, or by the name of one number (`r_start[1]`); values have
    the types of the variables: 0.3, True, 3, "open". `inputs` may also be the path of a CSV file with a column `time` and one column for each input.
    The integrator stops where signals jump or bend. If an input is not a real number and follows a function, it changes only at multiples of
    `interval`.

    The engine integrates with the relative tolerance `rtol`, and with the absolute tolerance `rtol` times the nominal value of each state, as the
    FMUs do. It uses the model's own integrator, or `integrator` (a name of mbfmu.problem.data.integrators.INTEGRATORS). A `solver` of SciPy
    ("DOP853", "Radau", ...) integrates instead, as an independent check. `progress` is called now and then with the time [s].

    `signals` chooses the outputs of the result, by name or pattern ("boom.*"); by default all. A long run needs little memory if its rows go to a
    `file` that ends in .csv or .parquet while it runs; the result then has 10,000 of them at most, and `read_result` reads the others.

    With `real_time`, no row comes before its time: the run waits for the wall clock at multiples of `interval`, where the integrator then ends a
    step. The logger "mbfmu" warns of rows that came late.

    `mbfmu.cosim.simulate_fmu` calls `values` `start_values` and `interval` `output_interval`, as FMPy does.

    Raises ProblemsFound for names and sizes that do not fit, and InvalidValue for values out of bounds. Raises StepFailed if the equations cannot be
    integrated; the message names time and cause.
    """
    problem = compile_problem(declared_for(declared, values))
    if integrator:
        problem = with_integrator(problem, integrator)
    rows = time_grid(problem, start_time, stop_time, interval)
    if solver not in ("engine", *SOLVERS):
        raise MbfmuError(f"there is no solver {solver!r}; there is engine, {', '.join(SOLVERS)}; the engine's own are given by integrator")
    if solver != "engine" and integrator:
        raise MbfmuError(f"either the engine integrates, by {integrator}, or {solver}: leave out integrator or solver")
    if solver != "engine" and real_time:
        raise MbfmuError(f"real_time paces the engine, not SciPy's {solver}: leave out one of them")
    if not callable(progress):
        raise MbfmuError(f"progress = {progress!r} must be a function, which is called with the time [s]")
    if problem.accepted and solver != "engine":
        raise MbfmuError(
            f"{problem.name} has soil, which remembers at the end of each step; {solver} does not say where its steps end: leave solver out"
        )
    instance = Instance(problem)
    host = ask_program(instance)
    drive = InputDriver(instance, values, inputs)
    instance.passing = progress
    instance.report_progress_seldom()
    selected = _selection(problem, signals)
    blocks = _blocks(instance, drive, rows, rtol, solver, 1 if real_time else BLOCK)
    if real_time:
        blocks = _paced(blocks, rows)
    try:
        if file is not None:
            return _into(file, problem, rows, blocks, selected)
        return selected(table(problem, rows, np.vstack([*blocks])))
    except StepFailed as failed:
        if host and host.interrupted:
            raise host.interrupted from None
        raise failed if file is None else StepFailed(f"{failed} (results until then: {file})") from None


def _no_rows(problem: Problem) -> Result:
    return table(problem, np.zeros(0), np.zeros((0, problem.sizes["y"])))


def _selection(problem: Problem, signals: Sequence[str] | None) -> Callable[[Result], Result]:
    """What leaves the columns of a result that patterns choose; ProblemsFound where one matches nothing."""
    if signals is None:
        return lambda result: result
    columns = ["time", *chosen((_no_rows(problem).dtype.names or ())[1:], signals)]
    return lambda result: with_units(result[columns], {name: unit for name, unit in result.units.items() if name in columns})


def _into(file: str | Path, problem: Problem, grid: np.ndarray, blocks: Iterable[np.ndarray], selected: Callable[[Result], Result]) -> Result:
    """Write the blocks of rows as they come; an overview of them."""
    none = selected(_no_rows(problem))
    with result_writer(file, none.dtype, none.units) as writer:
        for block in blocks:
            writer.write(selected(table(problem, grid[writer.rows : writer.rows + len(block)], block)))
    return with_units(read_result(file, most_rows=OVERVIEW), none.units)


def _paced(blocks: Iterable[np.ndarray], grid: np.ndarray) -> Iterator[np.ndarray]:
    """The same at the pace of the wall clock."""
    pacer, rows = Pacer(), 0
    try:
        for block in blocks:
            if len(block):
                rows += len(block)
                pacer(grid[rows - 1])
            yield block
    finally:
        pacer.report()


def _blocks(instance: Instance, drive: InputDriver, grid: np.ndarray, rtol: float, solver: str, size: int) -> Iterator[np.ndarray]:
    """The outputs at all times of the grid, in blocks (times, outputs) of so many rows at most."""
    drive.start(grid[0])
    instance.report_moved_starts()
    instance.report_locked()
    if solver == "engine":
        yield from outputs_by_engine(instance, drive, grid, rtol, size)
    else:
        yield np.array(outputs_by_scipy(instance, drive, grid, rtol, solver))


def time_grid(problem: Problem, start: float, stop_time: float | None, interval: float | None) -> np.ndarray:
    """The times of results: the multiples of `interval` behind `start`, and the stop time [s]; the problem's own where none are given.

    MbfmuError for times that cannot be, or too many of them.
    """
    stop = problem.stop_time if stop_time is None else stop_time
    interval = problem.step_size if interval is None else interval
    if not (all(isinstance(time, Real) and isfinite(time) for time in (start, stop, interval)) and stop > start and interval > 0):
        raise MbfmuError(f"stop time {stop!r} s must lie after {start!r} s and the interval {interval!r} s must be > 0 s")
    steps = np.ceil((stop - start) / interval * (1 - 1e-12))
    if steps >= MOST_ROWS:
        raise MbfmuError(f"an interval of {interval} s from {start} s to {stop} s gives {steps:.3g} rows; at most {MOST_ROWS:.0e} are kept")
    return np.append(start + interval * np.arange(steps), stop)


def table(problem: Problem, grid: np.ndarray, numbers: np.ndarray) -> Result:
    """The times and all values of outputs under their names, in the order of slot y, in NumPy's types for them."""
    found = np.empty(len(grid), dtype=_row(problem))
    found["time"] = grid
    for s in _outputs(problem):
        column = numbers[:, s.ref.start : s.ref.start + s.ref.size]
        found[s.name] = [s.variable.type.value(row) for row in column] if s.variable.type.layout else column[:, 0]
    return with_units(found, {s.name: s.variable.unit for s in _outputs(problem)})


@once_per_problem
def _outputs(problem: Problem) -> list[Scalar]:
    """All values of outputs, in the order of slot y."""
    return sorted((s for s in scalars(problem) if s.ref.slot == "y"), key=lambda s: s.ref.start)


@once_per_problem
def _row(problem: Problem) -> np.dtype:
    """A row of results."""
    return np.dtype([("time", np.float64), *((s.name, s.variable.type.dtype) for s in _outputs(problem))])


def outputs_by_engine(instance: Instance, drive: InputDriver, grid: np.ndarray, rtol: float, size: int = BLOCK) -> Iterator[np.ndarray]:
    """The outputs at all times of the grid, in blocks (times, outputs) of so many rows at most."""
    if drive.moving:
        instance.follow(drive.along if drive.longest else drive.at, drive.longest)
    instance.meet_events()
    yield instance.outputs()[None]
    rows = 1
    for end in drive.ends(grid):
        before = int(np.searchsorted(grid, end))
        yield from _sampled(instance, grid[rows:before], rtol, size)
        instance.advance_to_stop(end, rtol)
        drive.go_on(end)
        instance.meet_events()
        outputs = instance.outputs()
        rows = before + (grid[before] == end)
        yield np.tile(outputs, (rows - before, 1))
    yield from _sampled(instance, grid[rows:], rtol, size)


def _sampled(instance: Instance, times: np.ndarray, rtol: float, size: int) -> Iterator[np.ndarray]:
    """The outputs at the times, a block of rows each."""
    for i in range(0, len(times), size):
        yield instance.sample(times[i : i + size], rtol)
