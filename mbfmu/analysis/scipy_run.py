"""A run by one of SciPy's solvers, which knows nothing of the engine's integrators and events: a check from outside."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from ..engine.instance import Instance
from ..errors import StepFailed
from .drive import Drive

SOLVERS = ("RK23", "RK45", "DOP853", "Radau", "BDF", "LSODA")
BEYOND = 2e-10  # of an indicator: surely more than the noise within which a mode is kept (c/core/instance.h)


def outputs_by_scipy(instance: Instance, drive: Drive, grid: np.ndarray, rtol: float, solver: str) -> list[np.ndarray]:
    """The outputs at all times of the grid, of an instance that was initialized at the first; StepFailed with what the solver says.

    Constraints are kept by their stabilization, and states are projected where outputs are computed and behind events.
    """
    atol = rtol * np.array(instance.problem.nominal_x or (1.0,))
    rows, t, x = [instance.outputs()], float(grid[0]), instance.buffers["x"].copy()
    events = [_left(instance, drive, i) for i in range(instance.buffers["m"].size)]
    while len(rows) < len(grid):
        ahead = grid[len(rows) :][: 1 if drive.stepping else None]  # inputs that are held change at rows
        if not x.size:
            rows += [_held(instance, drive, t, x) for t in ahead]
            continue
        run = solve_ivp(_derivative(instance, drive), (t, ahead[-1]), x, solver, rtol=rtol, atol=atol, events=events, dense_output=True)
        if not run.success:
            raise StepFailed(f"{instance.problem.name} at t = {run.t[-1]:.9g} s: {run.message}")
        t = float(run.t[-1])
        rows += [_held(instance, drive, at, run.sol(at)) for at in ahead[ahead <= t]]
        _outputs(instance, drive, t, run.y[:, -1])
        instance.settle()
        x = instance.buffers["x"].copy()
    return rows


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


def _held(instance: Instance, drive: Drive, t: float, x: np.ndarray) -> np.ndarray:
    """The outputs in a row of the results, from which on other inputs may be held."""
    drive.hold(t)
    return _outputs(instance, drive, t, x)


def _outputs(instance: Instance, drive: Drive, t: float, x: np.ndarray) -> np.ndarray:
    """The outputs at t and x brought onto the constraints."""
    drive.at(t)
    instance.place(t, x)
    instance.project()
    return instance.outputs()
