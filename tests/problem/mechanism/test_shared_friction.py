"""When corners that share friction begin to slide: against limit analysis by SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from mbfmu import Body, FreeMotion, Model, Prismatic, SpringDamperParallel, SteadyJointMotion, World, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import BoxSurface, PlaneSurface, SphereSurface
from tests.rigid_contacts import G
from tests.tolerances import EXHAUSTED

M, MU, SIZE, ASIDE = 2.0, 0.5, (0.4, 0.3, 0.1), 0.3  # kg; 1; m; m: so far beside its centre the box is pulled
RATE = 5.0  # N/s: of the pull


def force_that_moves() -> float:
    """The largest pull [N] along x that friction can hold: of all motions that it does work on, friction resists the one that slides least."""
    corners = np.array([[i, j] for i in (-1, 1) for j in (-1, 1)]) * SIZE[:2] / 2

    def resistance(F: float) -> float:
        N = M * G / 4 + F * SIZE[2] / 2 * corners[:, 0] / np.sum(corners[:, 0] ** 2)
        slide = lambda z: np.stack(
            [1 + z[1] * (ASIDE - corners[:, 1]), z[0] + z[1] * corners[:, 0]], axis=1
        )  # where the pull moves by 1 along itself
        power = lambda z: MU * N @ np.linalg.norm(slide(z), axis=1)
        return minimize(power, [0.01, -1.0], method="Nelder-Mead", options={"xatol": 1e-11, "fatol": 1e-14, "maxiter": 4000}).fun

    return brentq(lambda F: resistance(F) - F, 0.1, MU * M * G)


def box_beside_a_spiked_ball() -> Model:
    """Both ride on a table that moves steadily. A spring pulls the box beside its centre, so corners exhaust their friction one after the other."""
    model, v = Model("Beside"), 0.3
    model.world, model.table, model.box, model.hand = World(g=G), Body(m=5.0, I=[1.0] * 3), Body(m=M, I=[0.02, 0.03, 0.04]), Body(m=1.0, I=[1e-2] * 3)
    model.rail = Prismatic(model.world.frame_b, model.table.frame_a, n=[1, 0, 0])
    model.drive = SteadyJointMotion(model.rail, v=v)
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a, r_start=[0.0, 0.0, 0.05], v_start=[v, 0.0, 0.0])
    model.arm = Prismatic(model.table.at([0.0, ASIDE, 0.05]), model.hand.frame_a, n=[1, 0, 0], s_start=1.0)
    model.pull = SteadyJointMotion(model.arm, s_0=1.0, v=RATE / 100.0)
    model.spring = SpringDamperParallel(model.box.at([0.0, ASIDE, 0.0]), model.hand.frame_a, c=100.0, s_unstretched=1.0)
    model.cuboid, model.top, model.sphere = BoxSurface(size=list(SIZE)), PlaneSurface(), SphereSurface(radius=0.1)
    model.contact = Contact(model.box.frame_a, model.table.frame_a, model.cuboid, model.top, friction="coulomb", mu=MU)
    model.ball = Body(m=1.5, I=[1e-2] * 3)
    model.flight = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0.0, 5.0, 0.1], v_start=[v, 0.0, 0.0])
    model.touch = Contact(model.ball.frame_a, model.table.frame_a, model.sphere, model.top, friction="sticking")
    return model


def test_corners_share_all_their_friction_beside_what_never_slides():
    """The ball bears nothing of the box's friction. Beside it shares of corners were lost as roundoff: no modes agreed."""
    instance, slid = Instance(compile_problem(box_beside_a_spiked_ball())), []
    sticking = [i for i, name in enumerate(instance.problem.mode_names) if "sticking" in name]

    def passed(t: float) -> None:
        assert instance.evaluations < 1_000
        if (instance.buffers["m"][sticking] == 0.0).any():
            slid.append(t)

    instance.passing = passed
    instance.initialize()
    begins = force_that_moves() / RATE
    instance.advance(begins + 1e-3)
    assert slid[0] == pytest.approx(begins, abs=EXHAUSTED)
