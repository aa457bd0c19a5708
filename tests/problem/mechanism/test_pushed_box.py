"""A box that stands on rigid corners and is pushed along the ground: it stands below friction, and slides beyond it, by closed form."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, BoxSurface, Contact, FreeMotion, Model, PlaneSurface, World, WorldForce, compile_problem
from mbfmu.engine.instance import Instance

from ...tolerances import INTEGRATION, ROUNDOFF

M, MU, G = 2.0, 0.5, 9.81  # kg, 1, m/s2


def pushed() -> Model:
    """The push acts in the plane of the ground, below the centre: no corner is loaded by it."""
    model = Model("Push")
    model.world, model.body = World(g=G), Body(m=M, I=[0.02, 0.03, 0.04])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0, 0, 0.05])
    model.box, model.ground = BoxSurface(size=[0.4, 0.3, 0.1]), PlaneSurface()
    model.contact = Contact(model.body.frame_a, model.world.frame_b, model.box, model.ground, friction="coulomb", mu=MU)
    model.push = WorldForce(model.body.at([0, 0, -0.05]))
    model.expose(inputs={"push": model.push.f}, outputs={"v": model.free.v})
    return model


@pytest.mark.parametrize("angle", [0.0, 0.6, np.pi / 4, np.pi / 2, 4.0])
def test_it_slides_by_what_friction_leaves(angle: float):
    """Also where two corners bear all: those that bear nothing hold nothing, and begin to slide with the others."""
    problem, along = compile_problem(pushed()), np.array([np.cos(angle), np.sin(angle), 0.0])
    for force in (1.0, 9.0, 9.7, 9.9, 15.0):
        instance = Instance(problem)
        instance.set("push", force * along)
        instance.initialize()
        instance.advance(0.01, 1e-9)
        instance.outputs()
        expected = max(force / M - MU * G, 0.0) * 0.01 * along
        np.testing.assert_allclose(instance.get("v"), expected, rtol=0.0, atol=ROUNDOFF if force < MU * M * G else INTEGRATION)


@pytest.mark.parametrize("angle", [0.0, 0.6])
def test_a_growing_push_moves_it_where_friction_ends(angle: float):
    instance, along = Instance(compile_problem(pushed())), np.array([np.cos(angle), np.sin(angle), 0.0])
    instance.follow(lambda t: instance.set("push", (9.0 + 20.0 * t) * along), np.inf)
    instance.set("push", 9.0 * along)
    instance.initialize()
    instance.advance(0.5, 1e-9)
    instance.outputs()
    sliding = 0.5 - (MU * M * G - 9.0) / 20.0  # s
    np.testing.assert_allclose(instance.get("v"), 0.5 * (20.0 / M) * sliding**2 * along, rtol=0.0, atol=INTEGRATION)
