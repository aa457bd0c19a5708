"""Constraints that depend only on how their frames lie against each other are seen from the body where the way between these branches off."""

import numpy as np
import pytest

from mbfmu import Body, Constraint, Distance, FreeMotion, Model, PointOnLine, PointOnPlane, Spherical, World
from mbfmu.problem.mechanism.mechanics import compile_model

from ...running import Running
from ...tolerances import BALANCE

INERTIA = np.diag([0.3, 0.4, 0.5])


class DistanceInWorld(Distance):
    relative = False


class PointOnLineInWorld(PointOnLine):
    relative = False


class PointOnPlaneInWorld(PointOnPlane):
    relative = False


def swinging(rod: type[Constraint], line: type[Constraint], plane: type[Constraint]) -> Running:
    """Two bobs on a body that tumbles through space, and all three constraints between them."""
    model = Model("Swinging")
    model.world = World(g=9.81)
    model.carrier = Body(m=3.0, I=INERTIA)
    model.free = FreeMotion(model.world.frame_b, model.carrier.frame_a, w_start=[0.3, -0.2, 0.1], v_start=[1.0, 0.0, 2.0])
    model.left, model.right = (Body(m=m, r_CM=[0, 0, -0.5], I=INERTIA) for m in (1.0, 2.0))
    model.left_ball = Spherical(model.carrier.at([0, 0.4, 0]), model.left.frame_a, w_start=[0.5, 0.1, 0.2])
    model.right_ball = Spherical(model.carrier.at([0, -0.4, 0]), model.right.frame_a)
    model.rod = rod(model.left.at([0.3, 0, -1]), model.right.at([-0.3, 0, -1]), s=1.0)
    model.line = line(model.left.at([0, -0.4, -1]), model.right.at([0, 0.4, -1.2]), n=[0, 0, 1])
    model.plane = plane(model.left.at([0, 0, -0.5]), model.right.at([0, 0, -0.5]), n=[1, 0, 0])
    return Running(compile_model(model))


def test_what_carries_them_makes_no_difference() -> None:
    """All accelerations are those of the same rows in the world, by shorter equations."""
    seen, whole = swinging(Distance, PointOnLine, PointOnPlane), swinging(DistanceInWorld, PointOnLineInWorld, PointOnPlaneInWorld)
    shorter, longer = (running.problem.functions["derivative"].n_instructions() for running in (seen, whole))
    assert shorter < longer
    found, expected = seen.buffers["x_dot"], whole.buffers["x_dot"]
    assert found == pytest.approx(expected, rel=0, abs=BALANCE * np.abs(expected).max())
