"""Boxes on boxes: stacks that stand, slopes on which they slide, and seams."""

from math import atan

import numpy as np
import pytest

from mbfmu import (
    Body,
    BoxSurface,
    Contact,
    FreeMotion,
    HuntCrossleyContact,
    Model,
    PlaneSurface,
    PositionSensor,
    VelocitySensor,
    World,
    WorldForce,
    simulate,
)

from ....tolerances import CREEP, DRIFT, LOOPS, RESTING, ROUNDOFF
from .scenes import G, downhill

SIZE, M = np.array([0.2, 0.2, 0.1]), 1.0  # m, kg
INERTIA = M / 12.0 * (SIZE @ SIZE - SIZE * SIZE)


def stack(count, law=HuntCrossleyContact, shift=0.0, turn=0.0, **values):
    """Boxes on a plane, each on the one below, to and fro by `shift` [m] and `turn` [rad]."""
    model = Model("Stack", stop_time=1.0)
    model.world, model.box, model.ground = World(g=G), BoxSurface(size=SIZE), PlaneSurface()
    below, carries, outputs = model.world.frame_b, model.ground, {}
    for k in range(count):
        side = (-1) ** k
        body = model.add(f"body_{k}", Body(m=M, I=INERTIA))
        place, half = [side * shift, 0.5 * side * shift, SIZE[2] * (k + 0.5)], 0.5 * side * turn
        start = {"r_start": place, "Q_start": [0.0, 0.0, np.sin(half), np.cos(half)]}
        model.add(f"free_{k}", FreeMotion(model.world.frame_b, body.frame_a, **start))
        model.add(f"contact_{k}", law(body.frame_a, below, model.box, carries, **values))
        outputs[f"r_{k}"] = model.add(f"place_{k}", PositionSensor(body.frame_a)).r
        outputs[f"N_{k}"] = getattr(model, f"contact_{k}").N
        below, carries = body.frame_a, model.box
    model.expose(outputs=outputs)
    return model


def drift(result, count, settled):
    """How far boxes move from a time on [m]."""
    rows = result["time"] >= settled
    return max(np.ptp(result[f"r_{k}[{i}]"][rows]) for k in range(count) for i in (1, 2, 3))


@pytest.mark.slow
def test_a_stack_of_ten_boxes_stands_for_a_minute():
    count = 10
    result = simulate(stack(count, shift=0.01, turn=0.1, c=1e6, n=1.0, d=1.0, mu=0.5), stop_time=60.0)
    assert drift(result, count, settled=10.0) < DRIFT  # the stack bounces at 0.0003 m, and by its matrices a second leaves 0.446 of that
    for k in range(count):
        assert result[f"N_{k}"][-1] == pytest.approx((count - k) * M * G, rel=RESTING)


def slid(angle):
    """The speed [m/s] at the end of a box on another one that is fixed, on which it would slide at atan(0.5)."""
    model = Model("Slope", stop_time=1.0)
    model.world, model.body = World(g=G, n=downhill(angle)), Body(m=M, I=INERTIA)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[-0.3, 0.0, SIZE[2]])
    model.box, model.slope = BoxSurface(size=SIZE), BoxSurface(size=[2.0, 0.5, SIZE[2]])
    model.contact = HuntCrossleyContact(model.body.frame_a, model.world.frame_b, model.box, model.slope, c=1e5, n=1.0, d=5.0, mu=0.5)
    model.motion = VelocitySensor(model.body.frame_a)
    model.expose(outputs={"v": model.motion.v})
    return simulate(model, rtol=1e-8)["v[1]"][-1]


@pytest.mark.slow
def test_a_box_slides_down_a_box_beyond_the_angle_of_friction():
    assert abs(slid(atan(0.5) - 0.005)) < CREEP
    assert slid(atan(0.5) + 0.005) > 0.01


@pytest.mark.slow
def test_two_rigid_boxes_stand_on_each_other():
    result = simulate(stack(2, Contact, friction="coulomb", mu=0.5, shift=0.01), stop_time=0.2)
    assert drift(result, 2, settled=0.0) < ROUNDOFF
    assert [result[f"N_{k}"][-1] for k in (0, 1)] == pytest.approx([2.0 * M * G, M * G], rel=RESTING)


@pytest.mark.slow
@pytest.mark.parametrize(("values", "dropped"), [({"shift": 0.01, "turn": 0.1}, 0.0), ({}, 1e-3)])
def test_a_stack_of_ten_rigid_boxes_stands_for_a_minute(values, dropped):
    """Placed to and fro, or dropped flat, each a little higher above the one below."""
    count, model = 10, stack(10, Contact, friction="coulomb", mu=0.5, **values)
    for k in range(count):
        free = getattr(model, f"free_{k}")
        free.r_start = [*free.values["r_start"][:2], SIZE[2] * (k + 0.5) + dropped * (k + 1)]
    result = simulate(model, stop_time=60.0)
    assert drift(result, count, settled=1.0 if dropped else 0.0) < LOOPS
    for k in range(count):
        assert result[f"N_{k}"][-1] == pytest.approx((count - k) * M * G, rel=RESTING)


@pytest.mark.slow
@pytest.mark.parametrize("f", [2.0 * M * G * 0.5 - 1e-3, 2.0 * M * G * 0.5 + 1e-4, 12.0])
def test_a_rigid_box_pushed_out_of_a_stack_slides_by_coulombs_law(f):
    """The middle one of three, with that above it, on that below, which stays."""
    model, time = stack(3, Contact, friction="coulomb", mu=0.5), 0.3
    model.push = WorldForce(model.body_1.frame_a)
    model.expose(inputs={"f": model.push.f})
    result = simulate(model, stop_time=time, inputs={"f": [f, 0.0, 0.0]})
    way = 0.5 * time**2 * max(f - 2.0 * M * G * 0.5, 0.0) / (2.0 * M)
    assert [result[f"r_{k}[1]"][-1] for k in range(3)] == pytest.approx([0.0, way, way], abs=RESTING)


@pytest.mark.slow
@pytest.mark.parametrize("beyond", [-1e-6, 1e-6, 1e-2])
def test_rigid_boxes_slide_down_a_slope_together(beyond):
    """Beyond atan(0.5), on a rougher box no less."""
    angle, time, model = atan(0.5) + beyond, 0.5, stack(2, Contact, friction="coulomb", mu=0.5)
    model.world.n, model.contact_1.mu = downhill(angle), 0.7
    result = simulate(model, stop_time=time)
    way = max(0.5 * G * (np.sin(angle) - 0.5 * np.cos(angle)) * time**2, 0.0)
    assert [result[f"r_{k}[1]"][-1] for k in range(2)] == pytest.approx([way, way], abs=RESTING)
