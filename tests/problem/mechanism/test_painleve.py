"""Painleve's case: a rod that slides on its end, with more friction than rigid bodies allow, is named."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, MbfmuError, Model, Planar, World, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import PlaneSurface, SphereSurface
from tests.rigid_contacts import G
from tests.tolerances import ROUNDOFF

M, HALF, SLOPE = 1.5, 0.5, 0.9  # kg, m, rad from the ground
INERTIA = M * (2 * HALF) ** 2 / 12


BESIDE = 1e-6  # relative: how near to the limit it is seen


def limit_of_friction(slope: float = SLOPE) -> float:
    """The mu at which no normal force moves the end, by Newton and Euler:
    1 / m + l^2 / I cos^2 - mu l^2 / I sin cos = 0."""
    arm = HALF**2 / INERTIA
    return (1 / M + arm * np.cos(slope) ** 2) / (arm * np.sin(slope) * np.cos(slope))


def begin(mu: float, v: float, above: bool = False) -> None:
    """Evaluate a uniform rod at its start, where the lower end is on the left and slides at v [m/s], and a ball may be above it."""
    model = Model("Rod")
    model.world, model.rod = World(g=G), Body(m=M, I=[INERTIA] * 3)
    start = {"s_y_start": HALF * np.sin(SLOPE), "phi_start": SLOPE, "v_x_start": v}
    model.plane = Planar(model.world.frame_b, model.rod.frame_a, n=[0, -1, 0], n_x=[1, 0, 0], **start)
    model.tip, model.ground = SphereSurface(radius=0.0), PlaneSurface()
    model.chalk = Contact(model.rod.at([-HALF, 0.0, 0.0]), model.world.frame_b, model.tip, model.ground, friction="coulomb", mu=mu)
    if above:
        model.ball, model.surface = Body(m=1.0, I=[0.01] * 3), SphereSurface(radius=0.1)
        model.fall = FreeMotion(model.world.frame_b, model.ball.frame_a, r_start=[0.0, 3.0, 1.0])
        model.drop = Contact(model.ball.frame_a, model.world.frame_b, model.surface, model.ground, friction="coulomb", mu=mu)
    instance = Instance(compile_problem(model))
    instance.initialize()
    instance.advance(1e-9)


def test_a_rod_slides_with_less_friction_than_in_painleves_case():
    begin(limit_of_friction() * (1 - BESIDE), -1.0)


def test_painleves_case_names_the_contact_and_the_time():
    """The published bound of a uniform rod is 4/3, at the slope whose tangent is 2 (F. Genot, B. Brogliato, Eur. J. Mech. A/Solids 18, 1999)."""
    assert limit_of_friction(np.arctan(2)) == pytest.approx(4 / 3, rel=ROUNDOFF)
    with pytest.raises(MbfmuError, match=r"at t = 0 s friction of chalk follows from its normal force.*Painleve's paradox\); weaken it"):
        begin(limit_of_friction() * (1 + BESIDE), -1.0)


def test_painleves_case_does_not_name_what_touches_nothing():
    with pytest.raises(MbfmuError, match=r"at t = 0 s friction of chalk follows from its normal force: it acts back"):
        begin(limit_of_friction() * (1 + BESIDE), -1.0, above=True)


def test_a_rod_that_is_drawn_has_no_paradox():
    """Its end slides away from where it leans to, and friction lifts it less."""
    begin(2 * limit_of_friction(), 1.0)
