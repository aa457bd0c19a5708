"""Variations of a run against closed forms, and against differences of runs by SciPy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import BlockModel, Sine, compile_problem, simulate
from mbfmu.analysis.instant.drive import InputDriver
from mbfmu.analysis.instant.independent_states import Independent, independent
from mbfmu.analysis.linearize.linearize import derivatives
from mbfmu.analysis.nonlinear.variation import Varied, directions, vary
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.integrators import BY_ERROR
from tests.engine.problems import DAMPING, LENGTH, MASS, G, dropped_on_spring, pendulum, robertson
from tests.library import problem_of
from tests.tolerances import DIFFERENCED, INTEGRATION

from .blocks import Clock, Rubbing, TwoStones


def independent_here(instance: Instance) -> Independent:
    instance.outputs()
    A, _ = derivatives(instance, "x", instance.buffers["x"].size)
    return independent(instance, A, None)


@pytest.mark.parametrize("integrator", BY_ERROR)
def test_a_pendulum_by_the_variational_equations_in_scipy(integrator: str):
    """Along its angle, its speed, its torque and its mass."""
    instance = Instance(replace(pendulum(), integrator=integrator))
    drive = InputDriver(instance, {}, {})
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
    drive = InputDriver(instance, {}, {})
    instance.initialize()
    found = vary(instance, drive, np.array([1.0]), directions(instance, np.eye(2)))
    exact = [at_one_second(1 + 1e-30j, 0j).imag / 1e-30, at_one_second(1 + 0j, 1e-30j).imag / 1e-30]
    assert found.directions == pytest.approx(np.transpose(exact), abs=INTEGRATION)


def test_a_stiff_reaction_by_the_variational_equations_in_scipy():
    instance = Instance(robertson())
    drive = InputDriver(instance, {}, {})
    instance.initialize()
    found = vary(instance, drive, np.array([40.0]), directions(instance, np.eye(3)))

    def rates(t: float, z: np.ndarray) -> np.ndarray:
        first, second, third = 0.04 * z[0], 3e7 * z[1] ** 2, 1e4 * z[1] * z[2]
        by_state = np.array([[-0.04, 1e4 * z[2], 1e4 * z[1]], [0.04, -6e7 * z[1] - 1e4 * z[2], -1e4 * z[1]], [0.0, 6e7 * z[1], 0.0]])
        return np.concatenate([[third - first, first - third - second, second], (by_state @ z[3:].reshape(3, 3)).ravel()])

    exact = solve_ivp(rates, (0.0, 40.0), [1.0, 0.0, 0.0, *np.eye(3).ravel()], "Radau", rtol=1e-9, atol=1e-14).y[3:, -1]
    assert found.directions == pytest.approx(exact.reshape(3, 3), rel=INTEGRATION, abs=0.0)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank"])
def test_directions_stay_on_the_constraints(name: str):
    instance = Instance(problem_of(name))
    drive = InputDriver(instance, {}, {})
    instance.initialize()
    start = independent_here(instance)
    found = vary(instance, drive, np.array([1.0]), directions(instance, start.columns))
    end = independent_here(instance)
    assert found.directions == pytest.approx(end.columns @ end.rows @ found.directions, abs=INTEGRATION * np.abs(found.directions).max())


def stones(right: float) -> Varied:
    instance = Instance(compile_problem(BlockModel("TwoStones", TwoStones(right_start=right))))
    drive = InputDriver(instance, {}, {})
    instance.initialize()
    return vary(instance, drive, np.array([1.0]), directions(instance, np.eye(4, 1)))


def test_two_switches_at_once_have_no_derivatives():
    """Stones that touch their springs at the same time, by the height of one of them; one after the other they have."""
    with pytest.raises(StepFailed, match="left_touches and right_touches switch at once"):
        stones(1.0)
    assert np.isfinite(stones(1.1).directions).all()


def test_rates_that_jump():
    """A mass that rubs turns round once: where it is at 1.2 s in closed form, differentiated by its start and the friction by complex steps."""

    def at_end(s: complex, v: complex, friction: complex) -> np.ndarray:
        w, centre = 2.0, friction / 4.0
        size = np.sqrt((s + centre) ** 2 + (v / w) ** 2)
        turned, back = np.arctan(v / w / (s + centre)) / w, size - 2.0 * centre
        return np.array([centre + back * np.cos(w * (1.2 - turned)), -w * back * np.sin(w * (1.2 - turned))])

    instance = Instance(compile_problem(BlockModel("Rubbing", Rubbing())))
    drive = InputDriver(instance, {}, {})
    instance.initialize()
    found = vary(instance, drive, np.array([1.2]), directions(instance, np.eye(2, 3), p=np.eye(3, 3, 2)))
    exact = np.transpose([at_end(*(np.array([1.0, 1.0, 0.5]) + 1e-30j * direction)).imag / 1e-30 for direction in np.eye(3)])
    assert found.states == pytest.approx(at_end(1.0, 1.0, 0.5), abs=INTEGRATION)
    assert found.directions == pytest.approx(exact, abs=INTEGRATION)


def test_an_event_moves_with_an_input():
    """A clock that starts when sin(t) reaches a threshold shows t - arcsin(threshold)."""
    instance = Instance(compile_problem(BlockModel("Clock", Clock(threshold=0.4))))
    drive = InputDriver(instance, {}, {"u": Sine(amplitude=1.0, frequency=0.5 / np.pi)})
    drive.at(0.0)
    instance.initialize()
    found = vary(instance, drive, np.array([1.0]), directions(instance, u=np.array([[0.0, 1.0]]), p=np.array([[1.0, 0.0], [0.0, 0.0]])))
    slope = 1.0 / np.sqrt(1.0 - 0.4**2)
    assert found.states == pytest.approx([1.0 - np.arcsin(0.4)], abs=INTEGRATION)
    assert found.directions == pytest.approx(np.array([[-slope, slope]]), abs=INTEGRATION)


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
    drive = InputDriver(instance, {}, {input_: lambda t: size * np.sin(7.0 * t)})
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
