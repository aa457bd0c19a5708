"""Constraints that a user writes: nonlinear in the velocities, and explicit in time, against equations integrated apart from us."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Body, Constraint, ConstraintDrift, EnergyError, FreeMotion, Model, PositionSensor, VelocitySensor, World, simulate
from mbfmu.model.declare.declarations import Output, Parameter
from mbfmu.model.declare.frame import Frame
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..model.elements.constraints.kinds import AppellHamel
from ..tolerances import INTEGRATION, ROUNDOFF

G, M = 9.81, 1.5
every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)


class Pursuit(Constraint):
    """The point's velocity shows to a target that goes along x at the speed v_target (Psi(q, q_dot, t) = 0, in the plane x, y)."""

    attachments = {"frame_a": Frame}
    units = ("m",)
    holonomic = False
    v_target = Parameter("m/s", "speed of the target")
    f = Output("N", "force across, times its distance to the target over 1 m")

    @staticmethod
    def residual(p, u, t, a):
        x, y = p.v_target * t - a.r[0], -a.r[1]
        return np.array([(a.v[0] * y - a.v[1] * x) / p.v_target])

    @staticmethod
    def outputs(p, u, t, multipliers, a):
        return {"f": multipliers[0] / p.v_target}


class PulsatingSphere(Constraint):
    """Keeps a point on a sphere that grows and shrinks (holonomic, explicit in time)."""

    attachments = {"frame_a": Frame}
    units = ("m",)
    radius = Parameter("m", "mean radius")
    swell = Parameter("m", "amplitude")
    w = Parameter("rad/s", "angular frequency")
    f = Output("N", "force outwards")

    @staticmethod
    def residual(p, u, t, a):
        R = p.radius + p.swell * np.sin(p.w * t)
        return np.array([(a.r @ a.r) ** 0.5 - R])

    @staticmethod
    def outputs(p, u, t, multipliers, a):
        return {"f": multipliers[0]}


def point(constraint, r, v, g=G, **values):
    """A heavy ball whose centre is constrained; it does not turn."""
    model = Model("Point")
    model.world, model.ball = World(g=g), Body(m=M, I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=r, v_start=v, q_fixed=True)
    model.rule = constraint(model.ball.frame_a, **values)
    model.place, model.speed = PositionSensor(model.ball.frame_a), VelocitySensor(model.ball.frame_a)
    model.energy, model.drift = EnergyError(), ConstraintDrift()
    model.expose(
        outputs={
            "r": model.place.r,
            "v": model.speed.v,
            "f": model.rule.f,
            "error": model.energy.error,
            "position": model.drift.position,
            "velocity": model.drift.velocity,
        }
    )
    return model


def independent(rates, r, v, times):
    """Positions and velocities (n, 3) each by SciPy."""
    y = solve_ivp(rates, (0, times[-1]), [*r, *v], "DOP853", times, rtol=1e-12, atol=1e-12).y.T
    return y[:, :3], y[:, 3:]


def assert_moves(run, r, v):
    for name, wanted in (("r", r), ("v", v)):
        found = np.column_stack([run[f"{name}[{i}]"] for i in (1, 2, 3)])
        np.testing.assert_allclose(found, wanted, atol=10 * INTEGRATION)
    assert max(run["position"].max(), run["velocity"].max()) <= 100 * ROUNDOFF
    assert np.abs(run["error"]).max() <= 10 * INTEGRATION


@every_formulation
def test_appell_and_hamel(formulation):
    """z' = a |(x', y')|, so with s' = |(x', y')| along a fixed direction (1 + a^2) s'' = -a g, by Gauss's principle."""
    slope, r, v = 0.6, np.array([0.1, 0.2, 0.3]), np.array([1.2, -0.9, 0.9])
    run = simulate(compile_model(point(AppellHamel, r, v, slope=slope), formulation), 0.25, 0.025)
    t, level = run["time"], np.array([0.8, -0.6, slope])
    s_ddot = -slope * G / (1 + slope**2)
    assert 1.5 + s_ddot * t[-1] > 0.3  # it has not turned yet: at rest the rule says nothing
    assert_moves(run, r + np.outer(1.5 * t + s_ddot * t**2 / 2, level), np.outer(1.5 + s_ddot * t, level))


@every_formulation
def test_a_pursuit(formulation):
    """Without other forces its speed is constant, and its direction that to the target: two equations of first order."""
    r, speed, target = np.array([0.3, 2.0, 0.0]), 1.4, 1.0
    to_target = lambda t, r: np.array([target * t - r[0], -r[1], 0.0])
    v = speed * to_target(0, r) / np.linalg.norm(to_target(0, r))
    run = simulate(compile_model(point(Pursuit, r, v, g=0.0, v_target=target), formulation), 1.0, 0.1)
    course = lambda t, r: speed * to_target(t, r) / np.linalg.norm(to_target(t, r))
    places = solve_ivp(course, (0, 1), r, "DOP853", run["time"], rtol=1e-12, atol=1e-12).y.T
    assert_moves(run, places, np.array([course(t, r) for t, r in zip(run["time"], places)]))


@every_formulation
def test_a_pulsating_sphere(formulation):
    """Its radial acceleration is that of the sphere less the centripetal one; across only gravity acts."""
    R, A, w = 1.0, 0.2, 5.0
    r, v = np.array([0.0, 0.6, -0.8]), np.array([1.0, 0.0, 0.0])
    radius = lambda t: (R + A * np.sin(w * t), A * w * np.cos(w * t), -A * w * w * np.sin(w * t))

    def rates(t, y):
        n = y[:3] / np.linalg.norm(y[:3])
        size, rate, swell = radius(t)
        g, across = np.array([0, 0, -G]), y[3:] - n * (n @ y[3:])
        radial = swell - across @ across / size
        return [*y[3:], *(g + n * (radial - n @ g))]

    v = v + r * A * w
    run = simulate(compile_model(point(PulsatingSphere, r, v, radius=R, swell=A, w=w), formulation), 1.0, 0.1)
    assert_moves(run, *independent(rates, r, v, run["time"]))
    for t, f, place, velocity in zip(run["time"], run["f"], *independent(rates, r, v, run["time"])):
        n = place / np.linalg.norm(place)
        a = np.array(rates(t, [*place, *velocity])[3:])
        assert f == pytest.approx(M * n @ (a + [0, 0, G]), abs=10 * M * G * INTEGRATION)
