"""Massless points stand where their springs balance."""

import numpy as np
import pytest

from mbfmu import Body, MasslessPoint, Model, Prismatic, SpringDamperParallel, World
from mbfmu.base.errors import StepFailed
from mbfmu.model.elements.sensors import PositionSensor
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ...running import Running
from ...tolerances import ROUNDOFF


def series(**start):
    """A cart on a rail along x, at 3 m, tied to the origin by three springs in a row."""
    model = Model("Series")
    model.world, model.cart = World(), Body(m=2.0)
    model.rail = Prismatic(model.world.frame_b, model.cart.frame_a, n=[1, 0, 0], s_start=3.0)
    model.a, model.b = MasslessPoint(r_start=start.get("a", [1, 0.1, 0])), MasslessPoint(r_start=start.get("b", [2, 0, -0.1]))
    ends = [model.world.frame_b, model.a.frame_a, model.b.frame_a, model.cart.frame_a]
    for c, one, other in zip((10.0, 20.0, 20.0), ends, ends[1:]):
        model.add(f"spring{one.part.path}", SpringDamperParallel(one, other, c=c, s_unstretched=0.5))
    model.at_a, model.at_b = PositionSensor(model.a.frame_a), PositionSensor(model.b.frame_a)
    model.expose(outputs={"a": model.at_a.r, "b": model.at_b.r, "acceleration": model.rail.a})
    return model


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_springs_in_series(formulation):
    """1/c = 1/10 + 1/20 + 1/20, so c = 5 N/m stretched by 3 - 1.5 m pulls with 7.5 N."""
    running = Running(compile_model(series(), formulation))
    shown = running.outputs_at(running.x)
    np.testing.assert_allclose(shown["a"], [0.5 + 7.5 / 10, 0, 0], atol=10 * ROUNDOFF)
    np.testing.assert_allclose(shown["b"], [0.5 + 7.5 / 10 + 0.5 + 7.5 / 20, 0, 0], atol=10 * ROUNDOFF)
    assert shown["acceleration"] == pytest.approx(-7.5 / 2.0, rel=10 * ROUNDOFF)


def test_guess_on_the_end_of_a_spring_says_what_to_change():
    """There the spring has no direction."""
    with pytest.raises(StepFailed, match=r"^the positions of a, b, guessed by a.r_start, b.r_start: .*not a number"):
        Running(compile_model(series(a=[0, 0, 0])))
