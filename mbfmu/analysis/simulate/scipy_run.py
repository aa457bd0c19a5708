"""A run by one of SciPy's solvers, which knows nothing of the engine's integrators and events: a check from outside."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import StepFailed
from ...engine.instance import Instance
from ..instant.drive import InputDriver

SOLVERS = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
ROUNDOFF = 1e-14  # of times of order one
BEYOND = 2e-10  # of an indicator: surely more than the noise within which a mode is kept (c/core/instance.h)
LOWEST = 1e-9  # m: a jump that leaves the noise


def outputs_by_scipy(instance: Instance, drive: InputDriver, grid: np.ndarray, rtol: float, solver: str) -> list[np.ndarray]:
    """The outputs at all times of the grid, of an instance that was initialized at the first; StepFailed with what the solver says.

    Constraints are kept by their stabilization, and states are projected where outputs are computed and behind events. Where time events are due,
    the engine handles them, and the solver starts again.
    """
    atol = rtol * np.array(instance.problem.nominal_x or (1.0,))
    instance.integrated_outside(max(rtol, LOWEST))
    instance.meet_events()
    rows, t, x = [instance.outputs()], float(grid[0]), instance.buffers["x"].copy()
    rates = _Rates(instance, drive, solver)
    events = [_left(instance, drive, i) for i in range(instance.buffers["m"].size)]
    ends = [*drive.ends(grid), float(grid[-1])]
    while len(rows) < len(grid):
        ahead, end = grid[len(rows) :], min(ends[0], _next_event(instance, grid))
        if not x.size:
            t = end
            rows += [_outputs(instance, drive, at, x) for at in ahead[ahead < t]]
        elif t < end:
            run = _solved(rates, t, end, x, solver, rtol=rtol, atol=atol, events=events, dense_output=True)
            begun, t, x = t, float(run.t[-1]), run.y[:, -1]
            if t == begun:  # times are too coarse for where a large indicator leaves the noise: go on behind it
                t = min(end, begun + ROUNDOFF * max(1.0, abs(begun)))
                x = x + (t - begun) * rates.at(begun, x)
            rows += [_outputs(instance, drive, at, run.sol(at)) for at in ahead[(ahead < t) | ((ahead <= t) & (t < end))]]
        instance.place(t, x)
        if t == ends[0]:
            drive.go_on(ends.pop(0))
        instance.meet_events()
        last = _outputs(instance, drive, t, x)
        rows += [last] * int(t == end and t in ahead)
        instance.settle()
        x = instance.buffers["x"].copy()
    return rows


def _next_event(instance: Instance, grid: np.ndarray) -> float:
    """The time of the next time event; that of a row which is there but for roundoff."""
    due = instance.next_event
    near = grid[np.abs(grid - due) <= ROUNDOFF * max(1.0, abs(due))] if np.isfinite(due) else grid[:0]
    return float(near[0]) if near.size else due


class _Rates:
    """The rates of the states (n,) at t and x for a solver; where there are none, no numbers, which have it shorten its step.

    LSODA takes steps whose error is no number, so its trials end the run.
    """

    def __init__(self, instance: Instance, drive: InputDriver, solver: str):
        self.instance, self.drive, self.raises = instance, drive, solver == "LSODA"
        self.cause = ""  # why the last ones were none

    def __call__(self, t: float, x: np.ndarray) -> np.ndarray:
        try:
            return self.at(t, x)
        except StepFailed as failed:
            if self.raises:
                raise
            self.cause = str(failed)
            return np.full(x.size, np.nan)

    def at(self, t: float, x: np.ndarray) -> np.ndarray:
        """The same; StepFailed where there are none."""
        self.drive.at(t)
        self.instance.passing(t)
        rates = self.instance.derivative(t, x)
        if not np.isfinite(rates).all():
            raise StepFailed(f"{self.instance.problem.name} at t = {t:.9g} s: not all rates of the states are numbers")
        return rates


def _solved(rates: _Rates, t: float, end: float, x: np.ndarray, solver: str, **options: Any) -> Any:
    """What solve_ivp finds from t and x on; StepFailed where its steps cannot be shorter, with what they failed of."""
    from scipy.integrate import solve_ivp  # here, so that runs by the engine start sooner

    rates.at(t, x)  # from no numbers SciPy's solvers would look for a first step for ever
    rates.cause = ""
    try:
        run = solve_ivp(rates, (t, end), x, solver, **options)
    except ValueError:  # of a Jacobian that is no numbers
        if not rates.cause:
            raise
        raise StepFailed(rates.cause) from None
    if not run.success:
        raise StepFailed(rates.cause or f"{rates.instance.problem.name} at t = {run.t[-1]:.9g} s: {run.message}")
    return run


def _left(instance: Instance, drive: InputDriver, i: int):
    """How far mode i is from being left: an event that ends a run where it falls through zero."""

    def margin(t: float, x: np.ndarray) -> float:
        drive.at(t)
        instance.derivative(t, x)
        return float(instance.margins()[i]) + BEYOND

    margin.terminal, margin.direction = True, -1  # type: ignore[attr-defined]  # where SciPy looks for them
    return margin


def _outputs(instance: Instance, drive: InputDriver, t: float, x: np.ndarray) -> np.ndarray:
    """The outputs at t and x brought onto the constraints."""
    drive.at(t)
    instance.place(t, x)
    instance.project()
    return instance.outputs()
