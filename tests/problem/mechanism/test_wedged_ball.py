"""A ball that lies in a groove and never slides: friction can hold it however steep the sides are, and neither side is pulled."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, Contact, Model, Planar, PlaneSurface, SphereSurface, World, compile_problem
from mbfmu.engine.instance import Instance
from tests.rigid_contacts import G
from tests.tolerances import RESTING

M, RADIUS = 2.0, 0.1  # kg, m
Y = [0.0, 1.0, 0.0]


def side(angle: float) -> np.ndarray:
    """The normal (x, z) of a side that rises by an angle."""
    return np.array([np.sin(angle), np.cos(angle)])


def groove(angles: tuple[float, float]) -> Model:
    """A ball in a groove, whose sides rise by angles to the left and, with a negative one, to the right."""
    model, (x, z) = Model("Groove"), np.linalg.solve([side(angle) for angle in angles], [RADIUS, RADIUS])
    model.world, model.ball = World(g=G), Body(m=M, I=[0.4 * M * RADIUS**2] * 3)
    model.free = Planar(model.world.frame_b, model.ball.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], s_x_start=x, s_y_start=z)
    model.round = SphereSurface(radius=RADIUS)
    for k, angle in enumerate(angles):
        plane = model.add(f"side{k}", PlaneSurface())
        contact = model.add(f"contact{k}", Contact(model.ball.frame_a, model.world.at([0, 0, 0], Y, angle), model.round, plane, friction="sticking"))
        model.expose(outputs={f"f{k}": contact.f, f"N{k}": contact.N})
    model.expose(outputs={"v_x": model.free.v_x, "v_z": model.free.v_y, "w": model.free.w})
    return model


@pytest.mark.parametrize("angles", [(0.5, -1.0), (1.0, -0.5), (0.3, -1.3)])
def test_it_lies_wedged(angles: tuple[float, float]):
    """Newton and Euler: the sides bear the weight, without a torque about the centre, and none of them is pulled."""
    instance = Instance(compile_problem(groove(angles)))
    instance.initialize()
    instance.advance(0.1, 1e-9)
    instance.outputs()
    forces = [instance.get(f"f{k}")[[0, 2]] for k in (0, 1)]
    arms = [-RADIUS * side(angle) for angle in angles]
    np.testing.assert_allclose(sum(forces), [0.0, M * G], rtol=0.0, atol=RESTING * M * G)
    assert sum(x * f_z - z * f_x for (x, z), (f_x, f_z) in zip(arms, forces)) == pytest.approx(0.0, abs=RESTING)
    assert min(instance.get(f"N{k}") for k in (0, 1)) > -RESTING
    assert max(abs(instance.get(name)) for name in ("v_x", "v_z", "w")) < RESTING
    assert instance.evaluations < 200
