"""A mechanism saved between two impacts continues in another instance to the last bit, with modes that are not those of its start."""

from __future__ import annotations

import pytest

from mbfmu import Model, compile_problem
from mbfmu.engine.instance import Instance
from mbfmu.problem.data.ref import Ref
from tests.rigid_contacts import Until, ball, box

from .test_joint_stops import pendulum
from .test_walkers import KNEED_GAIT, KNEED_STEP, kneed


def rising() -> Model:
    """It comes out of the ground under a guard: from then on it may close."""
    return ball(0.8, height=-0.1, v=3.0, guard=Until(t_end=9.0))


def tumbling() -> Model:
    """Some of its corners stick, while others are in the air."""
    model = box(friction="coulomb", mu=0.4, height=0.5)
    model.contact.e, model.free.w_start = 0.3, [2.0, 1.0, 3.0]
    return model


@pytest.mark.parametrize(
    ("model", "saved", "end"),
    [
        pytest.param(rising(), 0.4, 2.0, id="ready"),
        pytest.param(pendulum(Until(t_end=1.5)), 1.0, 3.0, id="locked"),
        pytest.param(tumbling(), 0.64, 1.0, id="friction", marks=pytest.mark.slow),
        pytest.param(kneed(*KNEED_GAIT), 0.5 * KNEED_STEP, 1.2 * KNEED_STEP, id="walker"),
    ],
)
def test_a_state_saved_between_impacts_continues_to_the_last_bit(model: Model, saved: float, end: float):
    problem = compile_problem(model)
    instance, other = Instance(problem), Instance(problem)
    modes = Ref("m", 0, len(instance.buffers["m"]))
    for each in (instance, other):
        each.initialize()
    at_start = instance.get(modes).tolist()
    instance.advance(saved)
    assert instance.get(modes).tolist() != at_start
    state = instance.save()
    other.restore(state)
    assert other.save() == state
    for each in (instance, other):
        for part in (0.5, 1.0):
            each.advance(saved + part * (end - saved))
    assert other.save() == instance.save()
