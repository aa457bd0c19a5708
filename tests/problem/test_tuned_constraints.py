"""Constraints whose parameters change while the mechanism runs, or that are switched off: it is put together again, in closed form."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import (
    Body,
    Constraint,
    CoordinateCoupling,
    Distance,
    FreeMotion,
    Model,
    Planar,
    PointOnPlane,
    PositionSensor,
    Revolute,
    RollingDisk,
    SteadyJointMotion,
    VelocitySensor,
    World,
)
from mbfmu.base.errors import InvalidValue, StepFailed
from mbfmu.model.declare.declarations import Parameter
from mbfmu.model.declare.frame import Frame
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import IN_JOINT_COORDINATES, Running
from ..tolerances import BALANCE, INTEGRATION, ROUNDOFF

G, M = 9.81, 2.0
every_formulation = pytest.mark.parametrize("formulation", FORMULATIONS)


def rod_pendulum():
    """A body held by a rod at its mass centre, in the plane x, z."""
    model = Model("RodPendulum")
    model.world, model.bob = World(g=G), Body(m=M, I=0.1)
    model.plane = Planar(model.world.frame_b, model.bob.frame_a, n=[0, 1, 0], n_x=[1, 0, 0], s_x_start=0.6, s_y_start=0.8, w_start=0.5)
    model.rod = Distance(model.world.frame_b, model.bob.frame_a, s=1.0)
    model.place, model.speed = PositionSensor(model.bob.frame_a), VelocitySensor(model.bob.frame_a)
    model.expose(outputs={"r": model.place.r, "v": model.speed.v, "f": model.rod.f}, tunable=[model.rod.s])
    return model


def swung(r, v, stop):
    """Place, velocity and pull of a rod pendulum after `stop` [s], by its angle."""
    L = np.linalg.norm(r)
    angle = np.arctan2(r[0], -r[2])
    rate = (r[0] * v[2] - r[2] * v[0]) / L**2
    y = solve_ivp(lambda t, y: [y[1], -G / L * np.sin(y[0])], (0, stop), [angle, rate], "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    along = np.array([np.sin(y[0]), 0, -np.cos(y[0])])
    return L * along, L * y[1] * np.array([np.cos(y[0]), 0, np.sin(y[0])]), M * (L * y[1] ** 2 + G * np.cos(y[0]))


def seen(instance):
    """Place, velocity and pull, as they follow from what was set."""
    instance.validate()
    instance.outputs()
    return tuple(instance.get(name) for name in ("r", "v", "f"))


def assert_swung(found, wanted):
    for one, other in zip(found, wanted):
        np.testing.assert_allclose(one, other, atol=10 * INTEGRATION)


@every_formulation
def test_a_longer_rod(formulation):
    """The bob moves out along the rod and keeps its velocity across it, also before the next step; then it swings on."""
    instance = Running(compile_model(rod_pendulum(), formulation))
    instance.advance(0.5, 1e-10)
    r, v, f = seen(instance)
    assert_swung((r, v, f), swung(np.array([0.6, 0.0, -0.8]), np.zeros(3), 0.5))
    instance.set("rod.s", 1.3)
    longer, same, _ = seen(instance)
    np.testing.assert_allclose(longer, 1.3 * r, atol=10 * ROUNDOFF)
    np.testing.assert_allclose(same, v, atol=10 * ROUNDOFF)
    instance.advance(1.0, 1e-10)
    assert_swung(seen(instance), swung(longer, same, 0.5))


def test_asking_for_outputs_changes_nothing():
    """A run whose outputs were asked for after tuning goes on as one whose were not."""
    ends = []
    for asked in (False, True):
        instance = Running(compile_model(rod_pendulum()))
        instance.advance(0.2)
        instance.set("rod.s", 1.3)
        if asked:
            seen(instance)
        instance.advance(0.4)
        ends.append(instance.save())
    assert ends[0] == ends[1]


def test_a_rod_of_no_length_is_refused_and_mended():
    instance = Running(compile_model(rod_pendulum()))
    instance.advance(0.2)
    before = instance.x
    instance.set("rod.s", 0.0)
    with pytest.raises(InvalidValue, match=r"rod.s = 0.0 m must be > 0"):
        instance.advance(0.3)
    assert np.array_equal(instance.x, before) and instance.t == 0.2
    instance.set("rod.s", 1.0)
    instance.advance(0.3)


def discs(**coupling):
    """Two discs of inertia 1 and 3 kg.m2, geared."""
    model = Model("Gear")
    model.world = World()
    for name, I in (("small", 1.0), ("large", 3.0)):
        disc = model.add(name, Body(m=1.0, I=I))
        model.add(f"{name}_axle", Revolute(model.world.frame_b, disc.frame_a, n=[0, 0, 1], **START[name]))
    model.gear = CoordinateCoupling(model.small_axle, model.large_axle, **coupling)
    model.expose(
        outputs={"a": model.small_axle.phi, "b": model.large_axle.phi, "w_a": model.small_axle.w, "w_b": model.large_axle.w},
        tunable=[model.gear.ratio, model.gear.offset],
    )
    return model


START = {"small": {"phi_start": 0.5, "w_start": 2.0, "q_fixed": 1, "v_fixed": 1}, "large": {}}


@pytest.mark.parametrize("formulation", IN_JOINT_COORDINATES)
def test_another_gear(formulation):
    """Angles and speeds change as little as they can, measured by the inertias: (a, b) goes back along (-ratio/1, 1/3)."""
    instance = Running(compile_model(discs(ratio=0.5, offset=0.1), formulation))
    a, b, w_a, w_b = (instance.get(k) for k in ("a", "b", "w_a", "w_b"))
    assert [a, b, w_a, w_b] == pytest.approx([0.5, 0.35, 2.0, 1.0], abs=ROUNDOFF)
    ratio, offset = 0.8, -0.2
    instance.set("gear.ratio", ratio)
    instance.set("gear.offset", offset)
    instance.advance(1e-6)
    push = np.array([-ratio, 1 / 3]) / (ratio**2 + 1 / 3)
    w = np.array([w_a, w_b]) - push * (w_b - ratio * w_a)
    q = np.array([a, b]) - push * (b - ratio * a - offset) + 1e-6 * w
    assert [instance.get(k) for k in ("a", "b", "w_a", "w_b")] == pytest.approx([*q, *w], abs=BALANCE)


def test_a_tilted_plane():
    """A point on a plane goes to the nearest point of the plane that is tilted, and its velocity loses what sticks out."""
    model = Model("Sheet")
    model.world, model.point = World(g=0.0), Body(m=1.0, I=1.0)
    model.free = FreeMotion(model.world.frame_b, model.point.frame_a, r_start=[1.0, 2.0, 0.0], v_start=[0.5, -0.25, 0.0])
    model.sheet = PointOnPlane(model.world.frame_b, model.point.frame_a)
    model.expose(outputs={"r": model.free.r, "v": model.free.v}, tunable=[model.sheet.n])
    instance = Running(compile_model(model))
    n = np.array([2.0, 0.5, 3.0]) / np.linalg.norm([2.0, 0.5, 3.0])
    instance.set("sheet.n", 7 * n)
    instance.validate()
    instance.outputs()
    for name, was in (("r", [1.0, 2.0, 0.0]), ("v", [0.5, -0.25, 0.0])):
        np.testing.assert_allclose(instance.get(name), was - n * (n @ was), atol=10 * ROUNDOFF)


def test_a_larger_wheel():
    """Its centre is higher, and it goes on rolling without slip."""
    model = Model("Wheel")
    model.world, model.wheel = World(), Body(m=1.0, I=[0.1, 0.2, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.wheel.frame_a, r_start=[0, 0, 0.5], v_start=[1.0, 0, 0], w_start=[0, 2.0, 0])
    model.roll = RollingDisk(model.world.frame_b, model.wheel.frame_a, radius=0.5)
    model.place, model.speed = PositionSensor(model.wheel.frame_a), VelocitySensor(model.wheel.frame_a)
    model.expose(outputs={"r": model.place.r, "v": model.speed.v, "w": model.speed.w}, tunable=[model.roll.radius])
    instance = Running(compile_model(model))
    instance.set("roll.radius", 0.6)
    instance.validate()
    instance.outputs()
    push = (2.0 * 0.6 - 1.0) / (1 / 1.0 + 0.6**2 / 0.2)  # at the point of contact, until it does not slip
    np.testing.assert_allclose(instance.get("r"), [0, 0, 0.6], atol=10 * ROUNDOFF)
    np.testing.assert_allclose(instance.get("v"), [1.0 + push, 0, 0], atol=10 * ROUNDOFF)
    np.testing.assert_allclose(instance.get("w"), [0, 2.0 - 0.6 / 0.2 * push, 0], atol=10 * ROUNDOFF)


def test_a_rod_too_short_is_refused_and_mended():
    """A crank 1 m from a rocker: a coupler of 0.1 m cannot join their ends; nothing changes until it has a length that can."""
    model = Model("FourBar")
    model.world, model.crank, model.rocker = World(), Body(m=1.0, r_CM=[0.1, 0, 0], I=0.1), Body(m=1.0, r_CM=[0.1, 0, 0], I=0.1)
    model.left = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 1, 0], phi_start=-1.5)
    model.right = Revolute(model.world.at([1, 0, 0]), model.rocker.frame_a, n=[0, 1, 0], phi_start=-1.5)
    model.coupler = Distance(model.crank.at([0.2, 0, 0]), model.rocker.at([0.2, 0, 0]), s=1.0)
    model.expose(outputs={"phi": model.left.phi}, tunable=[model.coupler.s])
    instance = Running(compile_model(model))
    instance.advance(0.1)
    before = instance.x
    instance.set("coupler.s", 0.1)
    with pytest.raises(StepFailed, match=r"coupler cannot be fulfilled: \d+ mm remain"):
        instance.advance(0.2)
    assert np.array_equal(instance.x, before) and instance.t == 0.1
    instance.set("coupler.s", 1.05)
    instance.advance(0.2)
    instance.constraints()
    assert abs(instance.buffers["phi"][0]) <= ROUNDOFF


@every_formulation
def test_a_constraint_switched_off_before_the_start(formulation):
    """Without its rod the bob falls freely; the rod pulls with nothing, and no row is kept."""
    instance = Running(compile_model(rod_pendulum(), formulation), {"rod.enabled": 0.0, "plane.v_x_start": 0.3})
    instance.advance(0.7, 1e-10)
    r, v, f = seen(instance)
    assert_swung((r, v, f), ([0.6 + 0.21, 0, -0.8 - G * 0.49 / 2], [0.3, 0, -G * 0.7], 0.0))


def test_a_drive_switched_off():
    """Without its drive a disc turns as it started, and with it as it is driven; they need not agree at the start then."""
    model = Model("Disc")
    model.world, model.disc = World(), Body(m=1.0, I=1.0)
    model.axle = Revolute(model.world.frame_b, model.disc.frame_a, w_start=2.0)
    model.one, model.other = SteadyJointMotion(model.axle, v=1.0), SteadyJointMotion(model.axle, v=-3.0)
    model.expose(outputs={"phi": model.axle.phi, "a": model.one.tau, "unique": model.one.unique})
    problem = compile_model(model)
    for off, turned in ((("one", "other"), 2.0), (("one",), -3.0), (("other",), 1.0)):
        instance = Running(problem, {f"{name}.enabled": 0.0 for name in off})
        instance.advance(1.0, 1e-10)
        assert instance.get("phi") == pytest.approx(turned, abs=INTEGRATION)
    with pytest.raises(StepFailed, match="one and other contradict each other|over-driven"):
        Running(problem)


class Floor(Constraint):
    """Keeps a point at its height where a switch of the user's own is on."""

    attachments = {"frame_a": Frame}
    units = ("m",)
    on = Parameter("1", "1 where it acts, 0 where not")

    @staticmethod
    def residual(p, u, t, a):
        return np.array([p.on * a.r[2]])


@every_formulation
@pytest.mark.parametrize("declared", [0.0, 1.0])
def test_the_only_constraint_is_switched_on(declared, formulation):
    """Off as declared, or set so before the start, the ball falls; on, it goes back and stays."""
    model = Model("Ball")
    model.world, model.ball = World(g=G), Body(m=M, I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a)
    model.floor, model.place = Floor(model.ball.frame_a, on=declared), PositionSensor(model.ball.frame_a)
    model.expose(outputs={"r": model.place.r}, tunable=[model.floor.on])
    instance = Running(compile_model(model, formulation), {"floor.on": 0.0})
    instance.advance(0.5, 1e-9)
    instance.outputs()
    assert instance.get("r")[2] == pytest.approx(-G / 2 * 0.5**2, rel=INTEGRATION)
    instance.set("floor.on", 1.0)
    for t in (0.6, 0.7):
        instance.advance(t, 1e-9)
        instance.outputs()
        assert np.abs(instance.get("r")).max() <= ROUNDOFF
