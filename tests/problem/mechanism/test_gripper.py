"""A rigid gripper that holds a cube between fingers of three points each: loads that are redundant hold it, and none of them pulls."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import (
    Body,
    BoxSurface,
    Contact,
    CoordinateCoupling,
    FreeMotion,
    JointForce,
    Model,
    PlaneSurface,
    Prismatic,
    SphereSurface,
    World,
    simulate,
)

from ...tolerances import INTEGRATION

CUBE, OPEN, HEIGHT, DRIVE = 0.06, 0.04, 0.08, 60.0  # m, N
WEIGHT = 9.81 * np.array([1.4, 1.9])  # N: of the hand, and of the hand with the cube
FINGERS = {"right": 1, "left": -1}


def gripper() -> Model:
    """The hand moves up and down, its fingers to and fro, coupled by a gear."""
    model = Model("Gripper", stop_time=0.6)
    model.world, model.hand = World(g=9.81), Body(m=1.0, I=[1e-3] * 3)
    model.lift = Prismatic(model.world.at([0, 0, HEIGHT + CUBE / 2]), model.hand.frame_a, n=[0, 0, 1])
    model.motor = JointForce(model.lift)
    model.cube = Body(m=0.5, I=[0.5 * CUBE**2 / 6] * 3)
    model.free = FreeMotion(model.world.frame_b, model.cube.frame_a, r_start=[0, 0, CUBE / 2])
    model.tip, model.block, model.table = SphereSurface(radius=0.005), BoxSurface(size=[CUBE] * 3), PlaneSurface()
    for name, side in FINGERS.items():
        finger = model.add(f"{name}_finger", Body(m=0.2, I=[1e-4] * 3))
        model.add(f"{name}_slide", Prismatic(model.hand.at([0, 0, -HEIGHT]), finger.frame_a, n=[-side, 0, 0], s_start=-OPEN))
        for i, (y, z) in enumerate([(-0.01, -0.01), (0.01, -0.01), (0.0, 0.015)]):
            model.add(f"{name}{i}", Contact(finger.at([0, y, z]), model.cube.frame_a, model.tip, model.block, friction="coulomb", mu=0.5))
    model.gear = CoordinateCoupling(model.right_slide, model.left_slide, ratio=1.0)
    model.drive = JointForce(model.right_slide)
    model.rest = Contact(model.cube.frame_a, model.world.frame_b, model.block, model.table, friction="coulomb", mu=0.5)
    outputs = {f"{name}{i}": getattr(model, f"{name}{i}").N for name in FINGERS for i in range(3)}
    model.expose(inputs={"motor": model.motor.f, "drive": model.drive.f}, outputs={"height": model.lift.s, "z": model.free.r, **outputs})
    return model


@pytest.mark.slow
def test_it_lifts_a_cube_on_three_points_a_side():
    """Half the drive presses each side, on points about its middle; the cube rises with the hand, by closed form."""
    motor, drive = (lambda t: WEIGHT[0] if t < 0.3 else WEIGHT[1] + 0.5), (lambda t: DRIVE if t > 0.02 else 0.0)
    found = simulate(gripper(), inputs={"motor": motor, "drive": drive})
    held = found["time"] > 0.31
    np.testing.assert_allclose(np.ptp(found["z[3]"][held] - found["height"][held]), 0.0, atol=INTEGRATION)
    np.testing.assert_allclose(found["height"][-1], 0.5 * (0.5 / 1.9) * 0.3**2, atol=INTEGRATION)
    for side in FINGERS:
        loads = np.array([found[f"{side}{i}"][held] for i in range(3)])
        assert loads.min() > 0.0
        np.testing.assert_allclose(loads.sum(0), DRIVE / 2, atol=INTEGRATION * DRIVE)
