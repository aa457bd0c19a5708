"""Variations of a run against closed forms, and against differences of runs by SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import simulate
from mbfmu.analysis.drive import Drive
from mbfmu.engine.instance import Instance
from mbfmu.nonlinear.variation import directions, vary
from tests.engine.problems import DAMPING, LENGTH, MASS, G, dropped_on_spring, pendulum
from tests.library import problem_of
from tests.tolerances import DIFFERENCED, INTEGRATION


def test_a_pendulum_by_the_variational_equations_in_scipy():
    """Along its angle, its speed, its torque and its mass."""
    instance = Instance(pendulum())
    drive = Drive(instance, {}, {})
    instance.initialize()
    along = directions(instance, np.eye(2, 4), np.eye(1, 4, 2), np.eye(2, 4, 3))
    found = vary(instance, drive, np.linspace(0.5, 5.0, 10), along)
    inertia, weight = MASS * LENGTH**2, MASS * G * LENGTH

    def rates(t: float, z: np.ndarray) -> np.ndarray:
        phi, w, X = z[0], z[1], z[2:].reshape(2, 4)
        by_state = np.array([[0.0, 1.0], [-weight * np.cos(phi) / inertia, -DAMPING / inertia]])
        by_rest = np.array([[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0 / inertia, DAMPING * w / (inertia * MASS)]])
        return np.concatenate([[w, -weight / inertia * np.sin(phi) - DAMPING / inertia * w], (by_state @ X + by_rest).ravel()])

    exact = solve_ivp(rates, (0.0, 5.0), [1.0, 0.0, *np.eye(2, 4).ravel()], "DOP853", found.times, rtol=1e-13, atol=1e-14).y
    assert found.states == pytest.approx(exact[:2, -1], abs=INTEGRATION)
    assert found.directions == pytest.approx(exact[2:, -1].reshape(2, 4), abs=INTEGRATION)
    assert found.by[:, 0] == pytest.approx(exact[2:6].T, abs=INTEGRATION)
    assert found.by[:, 1, 2] == pytest.approx(exact[1], abs=INTEGRATION)  # the power of a torque, which is zero, by the torque


def test_an_event_moves_with_the_start():
    """A stone falls onto a spring and is thrown back: heights and speeds at 1 s in closed form, differentiated by complex steps."""

    def at_one_second(s: complex, v: complex) -> np.ndarray:
        w, touching = 20.0, (v + np.sqrt(v * v + 2 * G * s)) / G
        speed = G * touching - v  # at which it leaves as well
        flying = 1.0 - touching - 2 * (np.pi - np.arctan(speed * w / G)) / w
        return np.array([speed * flying - G * flying**2 / 2, speed - G * flying])

    instance = Instance(dropped_on_spring())
    drive = Drive(instance, {}, {})
    instance.initialize()
    found = vary(instance, drive, np.array([1.0]), directions(instance, np.eye(2)))
    exact = [at_one_second(1 + 1e-30j, 0j).imag / 1e-30, at_one_second(1 + 0j, 1e-30j).imag / 1e-30]
    assert found.directions == pytest.approx(np.transpose(exact), abs=INTEGRATION)


@pytest.mark.parametrize("name,input_,parameter", [("four_bar", "drive_torque", "friction.d"), ("quarter_car", "road", "suspension.c")])
def test_models_by_differences_of_runs_in_scipy(name: str, input_: str, parameter: str) -> None:
    """Closed loops, inputs that follow functions and stop the run: by a parameter that scales an input, and by one of the model."""
    problem = problem_of(name)
    size, value = {"four_bar": 2.0, "quarter_car": 0.05}[name], {"four_bar": 0.02, "quarter_car": 16e3}[name]

    def run(shift: float = 0.0, scale: float = 0.0) -> np.ndarray:
        inputs = {input_: lambda t: size * np.sin(7.0 * t) + shift * size}
        found = simulate(problem, 0.3, 0.1, {parameter: value * (1 + scale)}, inputs, 1e-12, solver="DOP853")
        return np.array([list(row)[1:] for row in found[1:]])

    instance = Instance(problem)
    drive = Drive(instance, {}, {input_: lambda t: size * np.sin(7.0 * t)})
    drive.at(0.0)
    instance.initialize()
    u, p = np.zeros((instance.buffers["u"].size, 2)), np.zeros((instance.buffers["p"].size, 2))
    u[instance.variable(input_).ref.start, 0], p[instance.variable(parameter).ref.start, 1] = size, value
    found = vary(instance, drive, np.array([0.1, 0.2, 0.3]), directions(instance, u=u, p=p))
    h = 1e-4
    for k, change in enumerate(("shift", "scale")):
        by = (run(**{change: h}) - run(**{change: -h})) / (2 * h)
        measured = found.by[:, :, k]
        assert np.abs(measured - by).max(axis=0) == pytest.approx(0.0, abs=DIFFERENCED * max(1.0, np.abs(by).max()))
