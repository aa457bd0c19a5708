"""Variations through updates: directions jump by the saltation matrix, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Block, BlockModel, Discrete, Output, Parameter, State, compile_problem, lyapunov_exponents, periodic_orbit
from mbfmu.analysis.instant.drive import InputDriver
from mbfmu.analysis.nonlinear.variation import Varied, directions, vary
from mbfmu.base.errors import StepFailed
from mbfmu.engine.instance import Instance
from tests.bouncing_balls import E, G, H, RestingBall, ball
from tests.tolerances import INTEGRATION


def varied(block: BlockModel, end: float, parameters: int = 0) -> Varied:
    """A run to `end` [s], along both states and the first parameters."""
    instance = Instance(compile_problem(block))
    instance.initialize()
    k, count = 2 + parameters, instance.buffers["p"].size
    along = directions(instance, np.eye(2, k), p=np.eye(count, k, 2))
    return vary(instance, InputDriver(instance, {}, {}), np.array([end]), along)


def test_a_ball_after_five_impacts():
    """By its start, gravity and restitution, differentiated by complex steps."""

    def at_end(h: complex, v: complex, g: complex, e: complex) -> np.ndarray:
        speed = np.sqrt(v * v + 2 * g * h)
        t = (v + speed) / g
        for _ in range(4):
            speed = e * speed
            t = t + 2 * speed / g
        speed, flying = e * speed, 2.7 - t
        return np.array([speed * flying - g * flying**2 / 2, speed - g * flying])

    found = varied(ball(), 2.7, 2)
    exact = np.transpose([at_end(*(np.array([H, 0.0, G, E]) + 1e-30j * direction)).imag / 1e-30 for direction in np.eye(4)])
    assert found.states == pytest.approx(at_end(H, 0.0, G, E), abs=INTEGRATION)
    assert found.directions == pytest.approx(exact, abs=INTEGRATION * np.abs(exact).max())


class OnTable(Block):
    """A ball on a table that shakes: Guckenheimer, Holmes, Nonlinear Oscillations, section 2.4, without their approximation."""

    a = Parameter("m", "amplitude of the table", 0.1)
    w = Parameter("rad/s", "its angular frequency", 12.0)
    e = Parameter("1", "restitution", 0.5)
    h_start = Parameter("m", "height at the start", 1.0, start=True)
    v_start = Parameter("m/s", "speed at the start", 0.0, start=True)
    height = Output("m", "height")
    h = State("m", "height")
    v = State("m/s", "speed")

    @staticmethod
    def respond(p, u, t, x):
        return {"h": x.v, "v": -G}, {"height": x.h}

    @staticmethod
    def events(p, u, t, x):
        up = p.a * p.w * np.cos(p.w * t)
        return {"impact": (np.maximum(x.h - p.a * np.sin(p.w * t), x.v - up), {"v": (1 + p.e) * up - p.e * x.v})}


A, W, e = 0.1, 12.0, 0.5
PERIOD = 2 * np.pi / W
SPEED = G * PERIOD / 2  # behind impacts that repeat themselves once in each period
PHASE = np.arccos(SPEED * (1 - e) / (1 + e) / (A * W))
FLOWN = PERIOD - PHASE / W  # since the last impact, at the start
START = {"h_start": A * np.sin(PHASE) + SPEED * FLOWN - G / 2 * FLOWN**2, "v_start": SPEED - G * FLOWN}
TRACE = -2 * e + PERIOD * (1 + e) * (G - A * W**2 * np.sin(PHASE)) / (SPEED + A * W * np.cos(PHASE))


def test_a_period_of_a_ball_on_a_shaking_table():
    """Its multipliers: of the saltation matrix [[-e, 0], [(1 + e) (g + dW/dt) / (speed towards the table), -e]] behind a flight [[1, T], [0, 1]]."""
    found = varied(BlockModel("OnTable", OnTable(**START)), PERIOD)
    assert found.states == pytest.approx(list(START.values()), abs=INTEGRATION)
    assert np.trace(found.directions) == pytest.approx(TRACE, abs=INTEGRATION)
    assert np.linalg.det(found.directions) == pytest.approx(e**2, abs=INTEGRATION)


def test_a_ball_on_a_shaking_table_is_found_as_a_periodic_orbit():
    near = {"h_start": START["h_start"] + 0.01, "v_start": START["v_start"] - 0.01}
    orbit = periodic_orbit(BlockModel("OnTable", OnTable(**near)), PERIOD)
    assert list(orbit.states.values()) == pytest.approx(list(START.values()), abs=INTEGRATION)
    assert sum(orbit.multipliers).real == pytest.approx(TRACE, abs=INTEGRATION)


def test_exponents_of_a_ball_on_a_shaking_table():
    """Each impact shrinks areas by e^2."""
    found = lyapunov_exponents(BlockModel("OnTable", OnTable(**START)), 20 * PERIOD, transient=10 * PERIOD)
    assert sum(found.values) == pytest.approx(2 * np.log(e) / PERIOD, abs=INTEGRATION)


class Remembers(RestingBall):
    """A ball that remembers how fast it was."""

    fastest = Discrete("m/s", "speed before its last impact")

    @staticmethod
    def events(p, u, t, x, r):
        return {"impact": (np.maximum(x.h, x.v), {"v": -p.e * x.v, "fastest": -x.v})}


def test_a_count_has_derivatives_and_a_remembered_speed_has_none():
    assert varied(BlockModel("Ball", RestingBall()), 2.7).directions == pytest.approx(varied(ball(), 2.7).directions, abs=INTEGRATION)
    with pytest.raises(StepFailed, match="impact sets fastest to what the states decide: behind that the run has no derivatives"):
        varied(BlockModel("Ball", Remembers()), 2.7)
