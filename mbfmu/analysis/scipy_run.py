"""A run by one of SciPy's solvers, which knows nothing of the engine's integrators and events: a check from outside."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from ..engine.instance import Instance
from ..errors import StepFailed
from .drive import Drive

SOLVERS = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
ROUNDOFF = 1e-14  # of times of order one
BEYOND = 2e-10  # of an indicator: surely more than the noise within which a mode is kept (c/core/instance.h)


def outputs_by_scipy(instance: Instance, drive: Drive, grid: np.ndarray, rtol: float, solver: str) -> list[np.ndarray]:
    """The outputs at all times of the grid, of an instance that was initialized at the first; StepFailed with what the solver says.

    Constraints are kept by their stabilization, and states are projected where outputs are computed and behind events. Where time events are due,
    the engine does what is to happen, and the solver begins anew.
    """
    atol = rtol * np.array(instance.problem.nominal_x or (1.0,))
    instance.meet_events()
    rows, t, x = [instance.outputs()], float(grid[0]), instance.buffers["x"].copy()
    events = [_left(instance, drive, i) for i in range(instance.buffers["m"].size)]
    ends = [*drive.ends(grid), float(grid[-1])]
    while len(rows) < len(grid):
        ahead, end = grid[len(rows) :], min(ends[0], _next_event(instance, grid))
        if not x.size:
            t = end
            rows += [_outputs(instance, drive, at, x) for at in ahead[ahead < t]]
        elif t < end:
            run = solve_ivp(_derivative(instance, drive), (t, end), x, solver, rtol=rtol, atol=atol, events=events, dense_output=True)
            if not run.success:
                raise StepFailed(f"{instance.problem.name} at t = {run.t[-1]:.9g} s: {run.message}")
            t, x = float(run.t[-1]), run.y[:, -1]
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


def _derivative(instance: Instance, drive: Drive):
    def derivative(t: float, x: np.ndarray) -> np.ndarray:
        drive.at(t)
        instance.passing(t)
        rates = instance.derivative(t, x)
        if not np.isfinite(rates).all():  # which SciPy's solvers would try for ever
            raise StepFailed(f"{instance.problem.name} at t = {t:.9g} s: not all rates of the states are numbers")
        return rates

    return derivative


def _left(instance: Instance, drive: Drive, i: int):
    """How far mode i is from being left: an event that ends a run where it falls through zero."""

    def margin(t: float, x: np.ndarray) -> float:
        drive.at(t)
        instance.derivative(t, x)
        return float(instance.margins()[i]) + BEYOND

    margin.terminal, margin.direction = True, -1  # type: ignore[attr-defined]  # where SciPy looks for them
    return margin


def _outputs(instance: Instance, drive: Drive, t: float, x: np.ndarray) -> np.ndarray:
    """The outputs at t and x brought onto the constraints."""
    drive.at(t)
    instance.place(t, x)
    instance.project()
    return instance.outputs()
