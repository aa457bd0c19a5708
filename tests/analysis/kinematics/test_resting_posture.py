"""RestingPosture: equilibrium, forces and rates of a pendulum with a spring, in closed form."""

import numpy as np
import pytest

from mbfmu import Body, MbfmuError, Model, PointOnPlane, Revolute, TorsionSpringDamper, World
from mbfmu.analysis.kinematics.resting_posture import NoRest, RestingPosture
from tests.tolerances import LOOPS

M, G, LENGTH, C = 2.0, 9.81, 0.5, 40.0


def pendulum(c: float, start: float, planes: int = 1) -> tuple[Model, list[PointOnPlane]]:
    """A mass on a rod that turns about y, level at phi = 0 and upright at -pi / 2, with planes that hold its height."""
    model = Model("Pendulum")
    model.world = World(g=G)
    model.rod = Body(m=M, I=[0.0, 0.0, 0.0])
    model.pivot = Revolute(model.world.frame_b, model.rod.at([-LENGTH, 0.0, 0.0]), n=[0, 1, 0], phi_start=start)
    model.spring = TorsionSpringDamper(model.pivot, c=c)
    height = -LENGTH * np.sin(start)
    held = [model.add(f"plane_{i}", PointOnPlane(model.world.at([0.0, 0.0, height]), model.rod.frame_a)) for i in range(planes)]
    return model, held


def test_a_pendulum_that_is_held_at_a_height():
    model, (plane,) = pendulum(C, 0.0)
    posture = RestingPosture(model, [plane], [])
    posture.shift({"plane_0": 0.2})
    phi = -np.arcsin(0.2 / LENGTH)
    load = lambda z: M * G + C * np.arcsin(z / LENGTH) / np.sqrt(LENGTH**2 - z**2)
    assert posture.q == pytest.approx([phi], abs=LOOPS) and posture.force("plane_0") == pytest.approx(load(0.2), rel=LOOPS)
    rate = (load(0.2 + 1e-5) - load(0.2 - 1e-5)) / 2e-5
    found = posture.response(np.zeros((1, 0)))
    assert found.forces == pytest.approx(np.array([[rate]]), rel=1e-8)
    assert found.motions == pytest.approx(np.array([[-1.0 / np.sqrt(LENGTH**2 - 0.2**2)]]), rel=LOOPS)
    with pytest.raises(NoRest, match="83.3% of the way") as told:
        posture.shift({"plane_0": 0.6})
    assert told.value.done == pytest.approx(LENGTH / 0.6, abs=1e-3) and posture.q == pytest.approx([phi], abs=LOOPS)


def test_a_pendulum_that_hangs_in_its_spring_gives_way_by_its_stiffness():
    model, _ = pendulum(C, 0.0, planes=0)
    posture = RestingPosture(model, [], [])
    (phi,) = posture.q
    assert C * phi == pytest.approx(M * G * LENGTH * np.cos(phi), rel=LOOPS)
    stiffness = C + M * G * LENGTH * np.sin(phi)
    assert posture.response(np.array([[1.0]])).motions == pytest.approx(np.array([[1.0 / stiffness]]), rel=LOOPS)


@pytest.mark.parametrize(
    ("c", "start", "planes", "said"),
    [
        (0.0, -np.pi / 2, 0, r"pivot.w is -9.81 N/m or N.m/rad .* stiffer"),
        (C, 0.0, 2, "plane_[01] of Pendulum says in this posture what other constraints say"),
    ],
)
def test_what_is_refused(c: float, start: float, planes: int, said: str):
    model, held = pendulum(c, start, planes)
    with pytest.raises(MbfmuError, match=said):
        RestingPosture(model, held, [])
