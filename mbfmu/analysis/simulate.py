"""simulate(problem): a run in this process with SciPy's solvers, events located, results as FMPy gives them."""

from __future__ import annotations

from typing import Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike
from scipy.integrate import DOP853, OdeSolver, Radau

from ..runtime.differences import jacobian
from ..problem.compile import Declared, compile_problem
from ..runtime.chattering import Chattering
from ..runtime.errors import MbfmuError, StepFailed
from ..runtime.events import Event, first_event
from ..runtime.instance import Instance
from ..runtime.pace import Pace
from ..runtime.problem import Problem
from ..runtime.validity import element_names
from .drive import Drive

ULPS = 16  # of the time: the smallest step that is tried
MOST_ROWS = 10_000_000


def simulate(
    declared: Declared,
    stop_time: float | None = None,
    interval: float | None = None,
    values: Mapping[str, ArrayLike] | None = None,
    inputs: Mapping[str, Callable[[float], ArrayLike] | ArrayLike] | None = None,
    rtol: float = 1e-9,
    start_time: float = 0.0,
    told: Callable[[float], None] = lambda t: None,
) -> np.ndarray:
    """A structured array with "time" [s] and every output at multiples of `interval` [s], the stop time included.

    A Model, a BlockModel or a Problem is simulated; where one is simulated often, compile_problem compiles it once. `values` are start values of
    parameters and inputs, `inputs` functions of time or constants; both go by variable name or by that of
    one number (`r_start[1]`). Stiff problems run through Radau, others through DOP853, to the relative tolerance `rtol` and
    the same times each state's nominal value; `told` hears how far time has come [s]. Raises ProblemsFound for names and sizes
    that do not fit, InvalidValue for values out of bounds and StepFailed where the equations cannot be integrated, naming
    time and cause.
    """
    problem = compile_problem(declared)
    stop = problem.stop_time if stop_time is None else stop_time
    interval = problem.step_size if interval is None else interval
    if not (np.isfinite([stop, interval]).all() and stop > start_time and interval > 0):
        raise MbfmuError(f"stop time {stop} s must lie after {start_time} s and the interval {interval} s must be > 0 s")
    grid = _grid(start_time, stop, interval)
    instance = Instance(problem)
    run = _Run(instance, Drive(instance, values or {}, inputs or {}), _names(problem), told)
    with instance.threads():
        return run.integrate(grid, rtol)


def _grid(start: float, stop: float, interval: float) -> np.ndarray:
    steps = np.ceil((stop - start) / interval * (1 - 1e-12))
    if steps >= MOST_ROWS:
        raise MbfmuError(f"an interval of {interval} s from {start} s to {stop} s gives {steps:.3g} rows; at most {MOST_ROWS:.0e} are kept")
    return np.append(start + interval * np.arange(steps), stop)


def _names(problem: Problem) -> list[str]:
    """The names of all scalar outputs, in the order of slot y."""
    outputs = sorted((v for v in problem.variables if v.causality == "output"), key=lambda v: v.ref.start)
    return [name for v in outputs for name in element_names(v)]


def _stepped(solver: OdeSolver) -> str | None:
    """What the solver says of a step that it has tried as small as need be for all of its stages to be computed."""
    while True:
        try:
            return solver.step()
        except StepFailed:
            if solver.h_abs <= ULPS * np.spacing(abs(solver.t)):
                raise
            solver.h_abs *= 0.25


class _Run:
    """One run: the instance, what drives it, and the rows of the result."""

    def __init__(self, instance: Instance, drive: Drive, names: list[str], told: Callable[[float], None]):
        self.instance, self.drive, self.told = instance, drive, told
        self.dtype = [(name, np.float64) for name in ("time", *names)]
        self.rows: list[tuple] = []
        self.chattering = Chattering(instance)

    def derivative(self, t: float, x: np.ndarray) -> np.ndarray:
        """x_dot at t and x, in an array of its own; StepFailed where it is no number, which SciPy's solvers would try for ever."""
        self.drive.at(t)
        rates = self.instance.derivative(t, x)
        if not np.isfinite(rates).all():
            raise StepFailed(f"{self.instance.problem.name} at t = {t:.9g} s: {self._no_numbers(rates)}")
        return rates

    def _no_numbers(self, rates: np.ndarray) -> str:
        names = self.instance.problem.state_names
        listed = ", ".join(names[i] for i in np.flatnonzero(~np.isfinite(rates)))
        return f"the rates of {listed} are no numbers; look for a division by zero, a root of a negative number, or frames that meet"

    def record(self, t: float, x: np.ndarray) -> None:
        """A row of outputs at t and x brought onto the constraints, in modes that agree with them."""
        self.drive.at(t)
        self.instance.place(t, x)
        self.instance.project()
        self.rows.append((t, *self.instance.outputs()))

    def integrate(self, grid: np.ndarray, rtol: float) -> np.ndarray:
        """Run over the grid of output times; restarts the solver behind every event."""
        self.drive.at(grid[0])
        self.instance.initialize(grid[0])
        self.instance.tell_moved_starts()
        t, x = float(grid[0]), self.instance.buffers["x"].copy()
        self.record(t, x)
        ahead, pace = 1, Pace(t, min(grid[1] - t, self.instance.problem.step_size))
        while ahead < len(grid):
            t, x, ahead = self._until_event(t, x, grid, ahead, rtol, pace)
        return np.array(self.rows, dtype=self.dtype)

    def _until_event(self, t: float, x: np.ndarray, grid: np.ndarray, ahead: int, rtol: float, pace: Pace):
        """Integrate to the next event or the end; returns time, states and the index of the next output time."""
        if not x.size:
            for t in grid[ahead:]:
                self.record(t, x)
            return float(grid[-1]), x, len(grid)
        solver = self._solver(t, x, float(grid[-1]), rtol)
        while solver.status == "running":
            message = _stepped(solver)
            if solver.status == "failed":
                raise StepFailed(f"{self.instance.problem.name} at t = {solver.t:.9g} s: {message}")
            self.told(solver.t)
            path = solver.dense_output()
            event = self._event(solver, path)
            end = solver.t if event is None else solver.t_old + event.place * (solver.t - solver.t_old)
            pace.refuse_standstill(end, self.instance.integrator.steepest)
            while ahead < len(grid) and grid[ahead] <= end:
                self.record(grid[ahead], path(grid[ahead]))
                self.chattering.begin()
                ahead += 1
            if event is not None:
                self._pass(event, end, path(end))
                return end, path(end), ahead
            self._accept(solver)
        return solver.t, solver.y, ahead

    def _pass(self, event: Event, t: float, x: np.ndarray) -> None:
        """Let the modes change at an event; StepFailed where they chatter."""
        self.derivative(t, x)
        held = self.instance.buffers["m"].copy()
        self.instance.settle()
        self.chattering.look(event, held)

    def _accept(self, solver: OdeSolver) -> None:
        """Let mechanisms go back onto their constraints behind a step; the solver goes on from there with its step size."""
        self.drive.at(solver.t)
        self.instance.place(solver.t, solver.y)
        if self.instance.accept():
            solver.y = self.instance.buffers["x"].copy()
            solver.f = self.derivative(solver.t, solver.y)

    def _solver(self, t: float, x: np.ndarray, stop: float, rtol: float) -> OdeSolver:
        problem = self.instance.problem
        nominal = np.asarray(problem.nominal_x)
        if not problem.stiff:
            return DOP853(self.derivative, t, x, stop, rtol=rtol, atol=rtol * nominal)
        # SciPy's own differences overflow where a state, such as a free angle, matters to nothing
        slopes = lambda t, x: jacobian(lambda moved: self.derivative(t, moved), x, nominal)  # noqa: E731
        return Radau(self.derivative, t, x, stop, rtol=rtol, atol=rtol * nominal, jac=slopes)

    def _event(self, solver: OdeSolver, path: Callable) -> Event | None:
        """The first event of the last step, to the resolution of time; None if there is none."""
        if not self.instance.buffers["m"].size:
            return None
        start, size = solver.t_old, solver.t - solver.t_old

        def margins(theta: float) -> np.ndarray:
            self.derivative(start + theta * size, path(start + theta * size))
            return self.instance.margins()

        return first_event(margins, start, size)
