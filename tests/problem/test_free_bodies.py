"""A body that spins fast while it flies: its centre of mass and its attitude against closed forms."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, JointLoad, Model, OrientationSensor, PointGravityWorld, PositionSensor, World, simulate
from mbfmu.base.spatial.rotations import about_axis
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import INTEGRATION, PROPORTIONAL, ROUNDOFF, SPUN

A, C, MASS = 0.3, 0.5, 2.0  # kg.m2 across and along the axis of symmetry z, kg
SPIN = np.array([8.0, -10.0, 15.0])  # 19.7 rad/s about a general axis
MU, RADIUS, V_0 = 3.986e14, 6678100.0, np.array([3.0, -2.0, 10.0])  # m3/s2, m, m/s
RTOL = 1e-6


def spinning(world: World, r: list[float], v: list[float]) -> Model:
    """A symmetric top free in a world, from r at the speed v."""
    model = Model("Spinning")
    model.world, model.body = world, Body(m=MASS, I=[A, A, C])
    model.flight = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=r, v_start=v, w_start=SPIN)
    model.place, model.attitude = PositionSensor(model.body.frame_a), OrientationSensor(model.body.frame_a)
    model.expose(outputs={"r": model.place.r, "R": model.attitude.R})
    return model


def run(model: Model, formulation: str, stop: float, interval: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times (n,), positions (n, 3) and attitudes (n, 3, 3)."""
    rows = simulate(compile_model(model, formulation), stop, interval, rtol=RTOL)
    columns = np.column_stack([rows[name] for name in rows.dtype.names[1:]])
    return rows["time"], columns[:, :3], columns[:, 3:].reshape(-1, 3, 3)


def attitude(t: float) -> np.ndarray:
    """A torque-free symmetric top turns about its momentum L at |L| / A and about its own axis with the rest of its spin."""
    L = np.array([A, A, C]) * SPIN
    length = np.linalg.norm(L)
    return about_axis(L / length, length / A * t) @ about_axis(np.array([0.0, 0.0, 1.0]), (1 - C / A) * SPIN[2] * t)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_spinning_body_flies_on_a_parabola(formulation):
    """As straight as if it did not spin."""
    t, r, R = run(spinning(World(g=9.81), [0, 0, 0], V_0), formulation, 2.0, 0.1)
    np.testing.assert_allclose(r, np.outer(t, V_0) - np.outer(t**2, [0, 0, 9.81 / 2]), rtol=0, atol=SPUN * RTOL)
    np.testing.assert_allclose(R, [attitude(t) for t in t], rtol=0, atol=PROPORTIONAL * RTOL)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_spinning_satellite_stays_on_its_orbit(formulation):
    """A circle of Kepler's, to roundoff of its radius."""
    w = (MU / RADIUS**3) ** 0.5
    t, r, _ = run(spinning(PointGravityWorld(mu=MU), [RADIUS, 0, 0], [0, w * RADIUS, 0]), formulation, 20.0, 1.0)
    circle = np.column_stack([np.cos(w * t), np.sin(w * t), 0.0 * t])
    np.testing.assert_allclose(r / RADIUS, circle, rtol=0, atol=ROUNDOFF)


class Push(JointLoad):
    """A load along the speeds of a free joint: a torque along w and a force along v."""

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([0.3, -0.2, 0.5, 2.0, 1.0, -3.0])


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("backwards", [False, True])
def test_a_load_on_free_motion(formulation, backwards):
    """Force and torque on a cube along the speeds: v / m and w / I, also where the joint is declared from the body to the world."""
    model = Model("Pushed")
    model.world, model.body = World(g=0.0), Body(m=MASS, I=A)
    frames = (model.world.frame_b, model.body.frame_a)[:: -1 if backwards else 1]
    model.flight = FreeMotion(*frames, Q_start=[0.1, 0.5, -0.3, 0.8])
    model.push = Push(model.flight)
    model.expose(outputs={"v": model.flight.v, "w": model.flight.w})
    running = Running(compile_model(model, formulation))
    running.advance(1e-5)
    load = Push.load(None, None, 0.0, None, None)
    assert running.get("w") == pytest.approx(1e-5 * load[:3] / A, rel=INTEGRATION)
    assert running.get("v") == pytest.approx(1e-5 * load[3:] / MASS, rel=INTEGRATION)
