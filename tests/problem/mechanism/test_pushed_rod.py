"""A rod that leans on its lower end and is pushed away from it: friction that held the end would lift it, but free it would fall. So it slides."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, Model, Planar, World, WorldForce, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface
from tests.rigid_contacts import G
from tests.tolerances import INTEGRATION

M, HALF, SLOPE, MU = 1.5, 0.5, 0.9, 0.5  # kg, m, rad from the ground
INERTIA = M * (2 * HALF) ** 2 / 12
X, Z = -HALF * np.cos(SLOPE), -HALF * np.sin(SLOPE)  # m: the end from the centre
NORMAL, ACROSS, COUPLED = 1 / M + X * X / INERTIA, 1 / M + Z * Z / INERTIA, -X * Z / INERTIA  # accelerations of the end by forces at it


@pytest.mark.parametrize("share", [1.01, 2.0])
def test_it_slides_where_friction_would_lift_it(share: float):
    """Newton and Euler: held, the end would be pulled by the ground where the push exceeds m g a_xx / |a_xz|."""
    model = Model("Rod")
    model.world, model.rod = World(g=G), Body(m=M, I=[INERTIA] * 3)
    model.plane = Planar(model.world.frame_b, model.rod.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], s_y_start=-Z, phi_start=SLOPE)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.chalk = Contact(model.rod.at([-HALF, 0.0, 0.0]), model.world.frame_b, model.tip, model.ground, friction="coulomb", mu=MU)
    model.push = WorldForce(model.rod.frame_a)
    model.expose(inputs={"push": model.push.f}, outputs={"N": model.chalk.N})
    push = share * M * G * ACROSS / abs(COUPLED)
    instance = Instance(compile_problem(model))
    instance.set("push", np.array([push, 0.0, 0.0]))
    instance.initialize()
    instance.outputs()
    N = G / (NORMAL + MU * abs(COUPLED))
    assert instance.get("N") == pytest.approx(N, rel=INTEGRATION)
    events = []
    instance.passing = events.append
    instance.advance(1e-3)
    assert len(events) < 50
