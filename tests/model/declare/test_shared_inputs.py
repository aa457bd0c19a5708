"""One input of the FMU may feed several elements."""

import numpy as np
import pytest

from mbfmu import Body, JointForce, JointTorque, MbfmuError, Model, Prismatic, Revolute, World, compile_problem, simulate

from ...tolerances import INTEGRATION


def two_carts(**exposed) -> Model:
    model = Model("Carts")
    model.world = World(g=0.0)
    for name, mass in (("light", 1.0), ("heavy", 4.0)):
        cart = model.add(name, Body(m=mass, I=1.0))
        rail = model.add(f"{name}_rail", Prismatic(model.world.frame_b, cart.frame_a))
        model.add(f"{name}_push", JointForce(rail))
    model.wheel = Body(m=1.0, I=1.0)
    model.axle = Revolute(model.world.frame_b, model.wheel.frame_a)
    model.motor = JointTorque(model.axle)
    model.expose(outputs={"s_light": model.light_rail.s, "s_heavy": model.heavy_rail.s}, **exposed)
    return model


def test_both_carts_feel_the_one_force():
    model = two_carts()
    model.expose(inputs={"force": [model.light_push.f, model.heavy_push.f]}, start={"force": 2.0})
    problem = compile_problem(model)
    (force,) = [v for v in problem.variables if v.causality == "input"]
    assert (force.unit, force.start) == ("N", (2.0,)) and "(light_push.f, heavy_push.f)" in force.description
    run = simulate(problem, 1.0, 0.5)
    np.testing.assert_allclose(run["s_light"], run["time"] ** 2, atol=INTEGRATION)
    np.testing.assert_allclose(run["s_heavy"], run["time"] ** 2 / 4, atol=INTEGRATION)


def test_units_must_agree_and_something_must_be_fed():
    model = two_carts()
    model.expose(inputs={"both": [model.light_push.f, model.motor.tau], "none": []})
    with pytest.raises(MbfmuError) as refused:
        compile_problem(model)
    assert "input 'both' cannot feed light_push.f [N] of shape (), motor.tau [N.m] of shape ()" in str(refused.value)
    assert "input 'none' feeds nothing" in str(refused.value)


def test_an_element_is_fed_by_one_input():
    model = two_carts()
    model.expose(inputs={"a": [model.light_push.f, model.heavy_push.f], "b": model.heavy_push.f})
    with pytest.raises(MbfmuError, match="heavy_push.f is exposed as 'a' and as 'b'"):
        compile_problem(model)
