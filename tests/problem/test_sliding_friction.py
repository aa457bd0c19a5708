"""Forces that read forces: friction in proportion to the force of a constraint of the same instant."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import (
    Body,
    Constraint,
    Distance,
    Force,
    Frame,
    FreeMotion,
    JointLoad,
    JointReaction,
    MasslessPoint,
    Model,
    Output,
    Planar,
    PointOnPlane,
    Prismatic,
    Revolute,
    SlidingFriction,
    SpringDamperParallel,
    World,
)
from mbfmu.base.errors import MbfmuError, ProblemsFound, StepFailed
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..derivatives_of_rates import assert_derivatives_of_rates
from ..running import Running
from ..tolerances import INTEGRATION, ROUNDOFF

G, M, MU, V_DRY = 9.81, 2.0, 0.3, 1e-3
QUICK = ("articulated_body", "newton_euler", "joint_coordinates")  # one recursion, absolute coordinates, and matrices in joint coordinates
every_formulation = pytest.mark.parametrize(
    "formulation", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in FORMULATIONS]
)


def incline(slope: float, v: float, guide: str = "plane") -> Model:
    """A block that slides down (along x) on a plane inclined by `slope`, held by a constraint or in a joint."""
    model = Model("Incline")
    model.world, model.block = World(g=G, n=[np.sin(slope), 0.0, -np.cos(slope)]), Body(m=M, I=0.01)
    ends = model.world.frame_b, model.block.frame_a
    if guide == "plane":
        model.free = FreeMotion(*ends, v_start=[v, 0, 0])
        model.guide = PointOnPlane(*ends)
    else:
        model.guide = Prismatic(*ends, n=[1, 0, 0], v_start=v)
    model.friction = SlidingFriction(*ends, model.guide, mu=MU, v_dry=V_DRY)
    moved = {"v": model.free.v} if guide == "plane" else {"v": model.guide.v}
    model.expose(outputs={"N": model.friction.N, "f": model.friction.f, **moved})
    return model


@every_formulation
@pytest.mark.parametrize("guide", ["plane", "joint"])
def test_a_block_on_an_incline(formulation, guide):
    """a = g (sin - mu cos v / sqrt(v^2 + v_dry^2)), N = m g cos: from the start on, and after a second."""
    slope, v = 0.6, 0.5
    running = Running(compile_model(incline(slope, v, guide), formulation))
    assert running.get("N") == pytest.approx(M * G * np.cos(slope), rel=ROUNDOFF)
    assert running.get("f")[0] == pytest.approx(-MU * M * G * np.cos(slope) * v / np.hypot(v, V_DRY), rel=ROUNDOFF)
    running.advance(1.0, 1e-9)
    rate = lambda t, v: G * (np.sin(slope) - MU * np.cos(slope) * v / np.hypot(v, V_DRY))
    expected = solve_ivp(rate, (0.0, 1.0), [v], rtol=1e-12, atol=1e-12).y[0, -1]
    assert np.ravel(running.get("v"))[0] == pytest.approx(expected, abs=INTEGRATION)


RADIUS, SPEED = 0.5, 4.0


def hoop() -> Model:
    """A bead on a hoop in the plane x, z: a rod to the middle, and the plane of the hoop."""
    model = Model("Hoop")
    model.world, model.bead = World(g=G), Body(m=M, I=0.01)
    ends = model.world.frame_b, model.bead.frame_a
    model.free = FreeMotion(*ends, r_start=[RADIUS, 0, 0], v_start=[0, 0, SPEED])
    model.hoop = Distance(*ends, s=RADIUS)
    model.plane = PointOnPlane(*ends, n=[0, 1, 0])
    model.friction = SlidingFriction(*ends, model.hoop, mu=MU, v_dry=V_DRY)
    model.expose(outputs={"r": model.free.r, "v": model.free.v, "N": model.friction.N})
    return model


@every_formulation
def test_a_bead_on_a_hoop(formulation):
    """w' = -g cos(phi) / R - mu N w / |w| / (m R) with N = m |R w^2 - g sin(phi)|: friction reads what the speed and itself make of N."""

    def rate(t, x):
        phi, w = x
        N = M * abs(RADIUS * w * w - G * np.sin(phi))
        return [w, -G * np.cos(phi) / RADIUS - MU * N / (M * RADIUS) * RADIUS * w / np.hypot(RADIUS * w, V_DRY)]

    phi, w = solve_ivp(rate, (0.0, 0.3), [0.0, SPEED / RADIUS], rtol=1e-12, atol=1e-12).y[:, -1]
    running = Running(compile_model(hoop(), formulation))
    running.advance(0.3, 1e-10)
    np.testing.assert_allclose(running.get("r"), [RADIUS * np.cos(phi), 0, RADIUS * np.sin(phi)], rtol=0, atol=INTEGRATION)
    assert running.get("N") == pytest.approx(M * abs(RADIUS * w * w - G * np.sin(phi)), rel=INTEGRATION)


class OnGround(Constraint):
    """Keeps a point of a rod on the ground z = 0."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m",)
    f = Output("N", "force of the ground")

    @staticmethod
    def residual(p, u, t, a, b):
        return np.array([b.r[2] - a.r[2]])

    @staticmethod
    def outputs(p, u, t, multipliers, a, b):
        return {"f": multipliers[0]}


ANGLE = 1.1  # rad, of the rod to the ground
CRITICAL = (1 + 3 * np.cos(ANGLE) ** 2) / (3 * np.cos(ANGLE) * np.sin(ANGLE))  # friction with which the ground's force does not accelerate the foot


def rod(mu: float, w: float = 0.0) -> Model:
    """Painleve's rod of 1 m and 1 kg in the plane x, z, which is pushed over its foot on the ground at 1 m/s and turns with w."""
    model = Model("Painleve")
    foot = [-0.5, 0.0, 0.0]
    model.world, model.rod = World(g=G), Body(m=1.0, I=1 / 12)
    place = {"s_x_start": 0.5 * np.cos(ANGLE), "s_y_start": 0.5 * np.sin(ANGLE), "phi_start": ANGLE}
    speed = {"v_x_start": -1.0 - 0.5 * w * np.sin(ANGLE), "v_y_start": 0.5 * w * np.cos(ANGLE), "w_start": w}
    model.plane = Planar(model.world.frame_b, model.rod.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **place, **speed)
    model.ground = OnGround(model.world.frame_b, model.rod.at(foot))
    model.friction = SlidingFriction(model.world.frame_b, model.rod.at(foot), model.ground, mu=mu, v_dry=V_DRY)
    model.expose(outputs={"N": model.friction.N})
    return model


@every_formulation
@pytest.mark.parametrize("w", [0.0, 10.0])
def test_painleve_is_refused(formulation, w):
    """Above CRITICAL there is no solution where gravity presses the rod down, and there are two where its spin lifts it; below there is one.

    The force N of the ground gives the foot the vertical acceleration N (1 + 3 cos (cos - mu sin)) - g + w^2 sin / 2, which vanishes.
    """
    mu = 0.9 * CRITICAL
    c, s, load = np.cos(ANGLE), np.sin(ANGLE), G - 0.5 * w**2 * np.sin(ANGLE)
    expected = load / (1 + 3 * c * (c - np.sign(load) * mu * s))
    assert Running(compile_model(rod(mu, w), formulation)).get("N") == pytest.approx(abs(expected), rel=V_DRY)
    with pytest.raises(StepFailed, match="friction reads ground: "):
        Running(compile_model(rod(1.1 * CRITICAL, w), formulation))


@every_formulation
def test_what_is_open_cannot_be_read(formulation):
    """Two planes at one point share the weight as they like."""
    model = incline(0.6, 0.5)
    model.twin = PointOnPlane(model.world.frame_b, model.block.frame_a)
    with pytest.raises(StepFailed, match="friction reads guide: redundant constraints leave that open"):
        Running(compile_model(model, formulation))


@every_formulation
def test_derivatives_see_the_feedback(formulation):
    """Tangents against central differences, which change what is read and with it friction; adjoints against tangents."""
    running = Running(compile_model(hoop(), formulation))
    running.advance(0.1, 1e-9)
    assert_derivatives_of_rates(running, 0.1, 2e-3)


class Rubbing(Force):
    """Friction as a user writes it, with the plain root of a square."""

    attachments = {"puck": Frame, "table": PointOnPlane}

    @staticmethod
    def wrenches(p, u, t, puck, table):
        direction = puck.v / (puck.v @ puck.v + V_DRY**2) ** 0.5
        return ((-MU * (table.multipliers @ table.multipliers) ** 0.5 * direction, np.zeros(3)),)


@every_formulation
def test_a_force_of_the_user(formulation):
    """The same as SlidingFriction."""
    model = incline(0.6, 0.5)
    model.friction.mu = 0.0
    model.rubbing = Rubbing(model.block.frame_a, model.guide)
    ours, users = (Running(compile_model(m, formulation)) for m in (incline(0.6, 0.5), model))
    np.testing.assert_allclose(users.derivative(0.0, users.x), ours.derivative(0.0, ours.x), rtol=0, atol=ROUNDOFF * G)


class Brake(JointLoad):
    """A torque in proportion to the force along the rod behind another joint."""

    attachments = {"joint": Revolute, "through": Revolute}

    @staticmethod
    def load(p, u, t, q, v, through):
        return np.array([-0.1 * through.f[0]])


@every_formulation
def test_a_load_reads_a_joint_of_the_tree(formulation):
    """The hinge of a pendulum carries m (r w^2 + g sin(phi)) along its rod, and a brake in the hinge that reads it follows at once."""
    model = Model("Read")
    model.world, model.rod = World(g=G), Body(m=M, r_CM=[0.5, 0, 0], I=0.1)
    phi, w = 0.4, 3.0  # an angle about y turns x towards -z, where gravity pulls
    model.hinge = Revolute(model.world.frame_b, model.rod.frame_a, n=[0, 1, 0], phi_start=phi, w_start=w)
    model.brake = Brake(model.hinge, model.hinge)
    model.reaction = JointReaction(model.hinge)
    model.expose(outputs={"f": model.reaction.f, "t": model.reaction.t})
    running = Running(compile_model(model, formulation))
    along = -M * (0.5 * w**2 + G * np.sin(phi))
    assert running.get("f")[0] == pytest.approx(along, rel=ROUNDOFF)
    assert running.get("t")[1] == pytest.approx(-0.1 * along, rel=ROUNDOFF)


def test_refused_by_name():
    """What cannot be read, and what cannot go together."""
    model = incline(0.6, 0.5)
    model.other = SlidingFriction(model.world.frame_b, model.block.frame_a, model.block, mu=MU)
    with pytest.raises(ProblemsFound, match="other.guide is block .Body.; it must be a joint, or a constraint with an output f"):
        compile_model(model)
    model = incline(0.6, 0.5)
    model.point = MasslessPoint()
    model.springs = SpringDamperParallel(model.world.frame_b, model.point.frame_a, c=1.0)
    with pytest.raises(MbfmuError, match="friction read forces, which massless points .point. cannot do with: give the points a small mass"):
        compile_model(model)


class Wrong(Force):
    """Forgets what it reads."""

    attachments = {"frame_a": Frame, "guide": PointOnPlane}

    @staticmethod
    def wrenches(p, u, t, a):
        return ((np.zeros(3), np.zeros(3)),)


def test_a_class_that_forgets_what_it_reads_is_told():
    model = incline(0.6, 0.5)
    model.wrong = Wrong(model.block.frame_a, model.guide)
    with pytest.raises(ProblemsFound, match="wrong .Wrong.*guide"):
        compile_model(model)
