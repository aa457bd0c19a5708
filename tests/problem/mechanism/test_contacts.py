"""Rigid contacts: against closed forms of shared cases, in all formulations, by default settings."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import Body, FreeMotion, MbfmuError, Model, World, simulate
from mbfmu.model.elements.constraints import Contact
from mbfmu.model.elements.surfaces import BoxSurface, PlaneSurface, SphereSurface
from mbfmu.problem.schedules.schedules import FORMULATIONS
from tests.rigid_contacts import G, ball, bouncing, rimless_wheel
from tests.tolerances import BOUNCED, RESTING, STEPPED


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_ball_bounces_and_comes_to_rest(formulation: str):
    """The case contact_bouncing_ball: gaps between impacts tell their times."""
    found = simulate(ball(formulation=formulation), 5.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], 0.8, 1.0), abs=BOUNCED)
    assert found["N"][-1] == pytest.approx(2.0 * G, rel=RESTING)


@pytest.mark.parametrize("e", [0.0, 0.5, 0.97])
def test_many_impacts_are_no_chattering(e: float):
    found = simulate(ball(e, height=0.01, law="newton"), 4.0)
    assert found["gap"] == pytest.approx(bouncing(found["time"], e, 0.01), abs=BOUNCED)


def test_the_gait_of_a_rimless_wheel_repeats_itself():
    """The case walker_rimless_wheel: by closed form it turns 0.2 s after each impact as 0.2 s after the start; impacts halve an error in w^2."""
    step = 0.6310365780432147
    first, third = (simulate(rimless_wheel(), 0.2 + steps * step)["w"][-1] for steps in (0, 3))
    assert third == pytest.approx(first, abs=STEPPED)
    before = simulate(rimless_wheel(), step - 1e-9)["w"][-1]
    assert before == pytest.approx(-1.8961319087464275, abs=STEPPED)


def box(tilt: float = 0.0, friction: str = "none") -> Model:
    """A box that lands on its four lower corners, and more of them than it needs."""
    model = Model("Box")
    model.world = World(g=G, n=[np.sin(tilt), 0.0, -np.cos(tilt)])
    model.box = Body(m=3.0, I=[0.1, 0.1, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a, r_start=[0.0, 0.0, 0.15])
    model.cuboid, model.ground = BoxSurface(size=[0.4, 0.3, 0.2]), PlaneSurface()
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.cuboid, model.ground, friction=friction)
    model.expose(outputs={"N": model.contact.N, "gap": model.contact.gap, "r": model.free.r, "v": model.free.v})
    return model


def test_a_box_lands_on_redundant_corners():
    found = simulate(box(), 1.0)
    assert found["N"][-1] == pytest.approx(3.0 * G, rel=RESTING)
    assert abs(found["gap"][-1]) <= RESTING


def test_points_that_stick_hold_on_a_slope():
    found = simulate(box(0.3, "sticking"), 2.0)
    assert found["N"][-1] == pytest.approx(3.0 * G * np.cos(0.3), rel=RESTING)
    assert np.abs([found[f"v[{i}]"][-1] for i in (1, 2, 3)]).max() <= RESTING


def test_surfaces_that_begin_within_each_other_are_named():
    with pytest.raises(MbfmuError, match="contact by 0.02 m; start them apart"):
        simulate(ball(height=-0.02), 1.0)


def test_a_pair_of_surfaces_that_is_not_known_is_named():
    model = Model("Boxes")
    model.world, model.box = World(), Body(m=1.0, I=[1, 1, 1])
    model.free = FreeMotion(model.world.frame_b, model.box.frame_a)
    model.one, model.other = BoxSurface(size=[1, 1, 1]), BoxSurface(size=[1, 1, 1])
    model.contact = Contact(model.box.frame_a, model.world.frame_b, model.one, model.other)
    with pytest.raises(MbfmuError, match="it is not known how"):
        simulate(model, 1.0)


def test_what_a_contact_is_given_is_checked():
    with pytest.raises(MbfmuError, match="friction = 'glue' is not known"):
        model = ball()
        model.second = Contact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, friction="glue")
        simulate(model, 1.0)
    assert SphereSurface(radius=0.0).own_problems() == []
