"""Walkers on rigid contacts under guards: against published gaits, by default settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from mbfmu import MbfmuError, Model, compile_problem, simulate
from mbfmu.model.elements.constraints import Condition, Contact
from tests.rigid_contacts import G, Until, ball
from tests.tolerances import INTEGRATION, RESTING, STEPPED, STRIDES, WALKED
from tests.walkers import GAIT, KNEED_GAIT, KNEED_STEP, STEP, kneed, simplest_walker


def legs(result, stance: int, row: int = -1) -> np.ndarray:
    """Angle and speed of the leg that stands on the ground, of the other one against it, and of the knee of that one, if it has one."""
    theta, w, hip, w_hip = (result[name][row] for name in ("theta", "w", "hip", "w_hip"))
    knee = [result[name][row] for name in (f"knee{3 - stance}", f"w_knee{3 - stance}") if name in result.dtype.names]
    return np.array([theta, w, hip, w_hip, *knee] if stance == 1 else [theta + hip, w + w_hip, -hip, -w_hip, *knee])


def multipliers(walker: Callable[..., Model], gait: tuple[float, ...], step: float) -> np.ndarray:
    """The sizes of the eigenvalues of the map from one step to the next of the numbers that say how a step begins, by central differences.

    They come from where legs are a fifth of a step later, and a step behind that: both differ by the map, and by a shift in time.
    """
    problem, part, h = compile_problem(walker(*gait)), step / 5.0, 1e-5

    def begins(numbers: np.ndarray) -> dict:
        elements = walker(*numbers).elements
        return {f"{e}.{name}": elements[e].values[name] for e in ("plane", "hip") for name in elements[e].values if name.endswith("_start")}

    def runs(numbers: np.ndarray, later: float = 1.0) -> list[np.ndarray]:
        found = simulate(problem, 6 * part * later, part * later, begins(numbers), rtol=1e-10)
        return [legs(found, 1, 1), legs(found, 2, 6)]

    moved = [[runs(np.array(gait) + sign * h * unit) for sign in (1, -1)] for unit in np.eye(len(gait))]
    first, second = (np.array([(up[i] - down[i]) / (2 * h) for up, down in moved]).T for i in range(2))
    flow = (runs(np.array(gait), 1 + h)[0] - runs(np.array(gait), 1 - h)[0]) / (2 * h * part)
    mapped = np.linalg.lstsq(np.column_stack([first, flow]), second, rcond=None)[0][:-1]
    return np.sort(np.abs(np.linalg.eigvals(mapped)))


def test_the_gait_of_the_simplest_walker_repeats_itself():
    """The case walker_simplest_garcia, the long gait at 0.009: the foot that swings through the ground touches it only at the end of the step."""
    model = simplest_walker(0.009, *GAIT)
    first, later = (simulate(model, 0.5 + steps * STEP, interval=0.5, rtol=1e-12) for steps in (0, 3))  # at 1e-10 errors are 1e-8
    assert legs(later, 2) == pytest.approx(legs(first, 1), abs=STEPPED)
    end = simulate(model, STEP - 1e-7, interval=0.5)
    assert end["theta"][-1] == pytest.approx(-GAIT[0], abs=WALKED)
    assert end["N1"][-1] > 0.9 and later["N1"][-1] == 0.0


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


def test_the_gait_of_a_kneed_walker_repeats_itself():
    """The case walker_kneed_chen: a step of each leg; knees strike their stops, lock, and are released where the other foot strikes."""
    found = simulate(kneed(*KNEED_GAIT), 2 * KNEED_STEP + 0.1, interval=0.01)
    for name, turned in (("theta", 0.0), ("w", 0.0), ("hip", 0.0), ("knee2", 0.0), ("x", 2 * 0.47265678580058873)):
        early = np.interp(0.1, found["time"], found[name])
        assert found[name][-1] == pytest.approx(early + turned, abs=WALKED)
    struck = 0.3486120004843911
    before = simulate(kneed(*KNEED_GAIT), struck - 1e-4, interval=1e-4)
    assert -before["knee2"][-1] / before["w_knee2"][-1] == pytest.approx(1e-4, abs=WALKED)


@pytest.mark.parametrize(
    ("walker", "gait", "step", "sizes"),
    [
        (partial(simplest_walker, 0.009), GAIT, STEP, [np.hypot(0.1900998417175148, 0.557598774214127)] * 2),
        (kneed, KNEED_GAIT, KNEED_STEP, [0.14382267279458558, 0.6551684793539126, 0.6551684793539126]),
    ],
)
def test_errors_of_a_step_decay_as_published(walker, gait, step, sizes):
    """The multipliers of both cases."""
    assert multipliers(walker, gait, step) == pytest.approx(sizes, abs=STRIDES)
