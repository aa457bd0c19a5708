"""Superelements carried by bodies that move, which carry further ones: solved one after the other they move as all at once."""

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, Model, Revolute, Spherical, World
from mbfmu.base.spatial.rotations import about_axis
from mbfmu.problem.data.steps import SuperelementSolve
from mbfmu.problem.mechanism.mechanics import compile_model

from ...running import Running
from ...tolerances import BALANCE

TILTED = about_axis(np.array([1.0, 2.0, -2.0]) / 3, 0.7)
ALONG, ACROSS, NORMAL = TILTED.T
INERTIA = np.diag([0.3, 0.4, 0.5])


def add_windows(model: Model, name: str, carrier: Body, count: int) -> list[Body]:
    """Four-bars of unit rods in motion, their last joints redundant by three rows each; returns the bars opposite to the carrier."""
    bars = []
    for i in range(count):
        left, bar, right = (model.add(f"{name}{part}{i}", Body(m=1.0 + i, r_CM=ALONG / 2, I=INERTIA)) for part in ("left", "bar", "right"))
        at = carrier.at(2.0 * i * ALONG + 0.3 * ACROSS), carrier.at((2.0 * i + 1) * ALONG + 0.3 * ACROSS)
        turn = {"n": NORMAL, "phi_start": 0.6 + 0.1 * i, "w_start": 0.5}
        back = {"n": NORMAL, "phi_start": -0.6 - 0.1 * i, "w_start": -0.5}
        model.add(f"{name}a{i}", Revolute(at[0], left.frame_a, **turn))
        model.add(f"{name}b{i}", Revolute(left.at(ALONG), bar.frame_a, **back))
        model.add(f"{name}c{i}", Revolute(at[1], right.frame_a, **turn))
        model.add(f"{name}d{i}", Revolute(bar.at(ALONG), right.at(ALONG), **turn))
        bars.append(bar)
    return bars


def nested() -> Model:
    """Windows on a free body, on the bar of one of them a body that hangs and carries further windows, and some on the ground."""
    model = Model("Nested")
    model.world = World()
    model.free_body, model.hanging = Body(m=3.0, I=INERTIA), Body(m=2.0, r_CM=[0.1, 0.2, 0.3], I=INERTIA)
    model.free = FreeMotion(model.world.at(np.zeros(3)), model.free_body.frame_a, w_start=[0.3, -0.2, 0.1], v_start=[1.0, 0.0, 2.0])
    bars = add_windows(model, "on_free", model.free_body, 3)
    model.ball = Spherical(bars[1].at(0.4 * ACROSS), model.hanging.frame_a, w_start=[0.1, 0.2, 0.4])
    add_windows(model, "on_hanging", model.hanging, 4)
    add_windows(model, "on_ground", model.world, 2)
    return model


@pytest.mark.slow
@pytest.mark.parametrize("other", ["joint_coordinates", "kane"])
def test_they_move_as_all_at_once(other):
    one, another = (Running(compile_model(nested(), formulation)) for formulation in ("articulated_body", other))
    assert [len(step.carriers) for step in one.problem.derivative if isinstance(step, SuperelementSolve)] == [1, 1]
    found, expected = one.buffers["x_dot"], another.buffers["x_dot"]
    assert found == pytest.approx(expected, rel=0, abs=BALANCE * np.abs(expected).max())
