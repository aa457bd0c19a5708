"""Runs in this process against closed forms: events, inputs, grids and what goes wrong."""

import numpy as np
import pytest

from mbfmu import Body, MbfmuError, Model, Prismatic, PrismaticEndStop, World, JointForce
from mbfmu.analysis.simulate import simulate
from mbfmu.problem.compile import compile_problem
from mbfmu.runtime.errors import InvalidValue

from ..tolerances import INTEGRATION


def falling_mass(c: float = 4e4, formulation: str = "articulated_body") -> Model:
    model = Model("Falling", formulation=formulation)
    model.world = World(g=9.81)
    model.ball = Body(m=1.0)
    model.guide = Prismatic(model.world.frame_b, model.ball.frame_a, n=[0, 0, 1], s_start=0.5)
    model.floor = PrismaticEndStop(model.guide, lower=0.0, upper=10.0, c=c)
    model.push = JointForce(model.guide)
    model.expose(inputs={"f": model.push.f}, outputs={"s": model.guide.s, "v": model.guide.v})
    return model


@pytest.mark.parametrize("formulation", ["articulated_body", "kane"])
def test_a_mass_bounces_on_an_elastic_stop_as_the_closed_form_says(formulation):
    """Free fall, then a harmonic contact about the static depth, then free flight to the same height."""
    g, c, h = 9.81, 4e4, 0.5
    w, v0 = np.sqrt(c), np.sqrt(2 * g * h)
    fall = v0 / g
    contact = 2 * (np.pi - np.arctan(v0 * w / g)) / w
    result = simulate(compile_problem(falling_mass(c, formulation)), stop_time=2 * fall + contact, interval=0.01, rtol=1e-11)
    assert result["s"][-1] == pytest.approx(h, abs=INTEGRATION)
    assert result["v"][-1] == pytest.approx(0.0, abs=INTEGRATION)
    in_contact = (result["time"] > fall) & (result["time"] < fall + contact)
    t = result["time"][in_contact] - fall
    exact = g / c * (np.cos(w * t) - 1) - v0 / w * np.sin(w * t)
    np.testing.assert_allclose(result["s"][in_contact], exact, atol=INTEGRATION)


def test_inputs_are_functions_of_time():
    result = simulate(
        compile_problem(falling_mass()), stop_time=1.0, interval=0.25, inputs={"f": lambda t: 9.81 + 6.0 * t}
    )
    np.testing.assert_allclose(result["s"], 0.5 + result["time"] ** 3, atol=INTEGRATION)


def test_the_grid_ends_exactly_at_the_stop_time():
    result = simulate(compile_problem(falling_mass()), stop_time=0.25, interval=0.1)
    assert result["time"].tolist() == [0.0, 0.1, 0.2, 0.25]


def test_wrong_requests_are_refused():
    problem = compile_problem(falling_mass())
    with pytest.raises(MbfmuError, match="stop time -1.0 s"):
        simulate(problem, stop_time=-1.0)
    with pytest.raises(InvalidValue, match="guide.s_start"):
        simulate(problem, values={"guide.s_start": float("nan")})
    with pytest.raises(MbfmuError, match="no variable 'guide.x'"):
        simulate(problem, values={"guide.x": 1.0})
