"""Walkers on rigid contacts under guards: against published gaits, by default settings."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu import MbfmuError, Parameter, simulate
from mbfmu.model.elements.constraints import Condition, Contact
from tests.rigid_contacts import G, ball
from tests.tolerances import INTEGRATION, RESTING, STEPPED
from tests.walkers import simplest_walker

STEP = 3.8824637528511423


def legs(result, stance: int) -> list[float]:
    """Angle and speed of the leg that stands on the ground, and the angle of the other against it."""
    hip, w_hip = result["hip"][-1], result["w_hip"][-1]
    if stance == 1:
        return [result["theta"][-1], result["w"][-1], hip]
    return [result["theta"][-1] + hip, result["w"][-1] + w_hip, -hip]


def test_the_gait_of_the_simplest_walker_repeats_itself():
    """The case walker_simplest_garcia, the long gait at 0.009: the foot that swings through the ground touches it only at the end of the step."""
    model = simplest_walker(0.009, 0.20031090054433134, -0.19983247300504056)
    first, later = (simulate(model, 0.5 + steps * STEP, interval=0.5) for steps in (0, 3))
    assert legs(later, 2) == pytest.approx(legs(first, 1), abs=STEPPED)
    end = simulate(model, STEP - 1e-7, interval=0.5)
    assert end["theta"][-1] == pytest.approx(-0.20031090054433134, abs=1e-6)
    assert end["N1"][-1] > 0.9 and later["N1"][-1] == 0.0


class Until(Condition):
    """Holds until a time, or from then on."""

    t_end = Parameter("s", "when it changes")
    sign = Parameter("1", "1: until then; -1: from then on", 1.0)

    @staticmethod
    def expression(p, u, t):
        return p.sign * (p.t_end - t)


@pytest.mark.parametrize("guard", [Until(t_end=0.3), Until(t_end=0.5, sign=-1.0)])
def test_a_ball_falls_through_the_ground_while_the_guard_of_its_contact_does_not_hold(guard: Condition):
    """It would meet the ground after 0.45 s; where the guard holds later, the ball is below it then."""
    found = simulate(ball(guard=guard), 1.0)
    assert found["gap"] == pytest.approx(1.0 - 0.5 * G * found["time"] ** 2, abs=INTEGRATION)
    assert not found["N"].any()


@pytest.mark.parametrize("guard", [Until(t_end=9.0), Until(t_end=0.01, sign=-1.0)])
def test_a_ball_that_comes_out_of_the_ground_under_a_guard_falls_back_onto_it(guard: Condition):
    """It starts 0.1 m below, and is in the air for 2 v / g."""
    v = np.sqrt(3.0**2 - 2 * G * 0.1)
    found = simulate(ball(0.0, height=-0.1, v=3.0, guard=guard), 1.0)
    rising = -0.1 + 3.0 * found["time"] - 0.5 * G * found["time"] ** 2
    landed = found["time"] > (3.0 + v) / G
    assert found["gap"] == pytest.approx(np.where(landed, 0.0, rising), abs=INTEGRATION)
    assert found["N"][-1] == pytest.approx(2.0 * G, rel=RESTING)


def test_a_contact_says_what_its_guard_must_be():
    model = ball()
    with pytest.raises(MbfmuError, match="guard must be a Condition, not a World"):
        Contact(model.ball.frame_a, model.world.frame_b, model.round, model.ground, model.world)
