"""Equilibria turned round: what is held is given, and forces and parameters are found."""

import numpy as np
import pytest

from mbfmu import Body, JointTorque, LineActuator, MbfmuError, Model, Revolute, World, compile_problem, equilibrium
from mbfmu.problem.load_problem import load_model
from tests.command_line import CAR, result, run
from tests.library import FMUS
from tests.tolerances import BALANCED, SETTLED

g = 9.81
m, M = 250.0, 40.0  # kg: body and wheel of the quarter car


def boom(push: float = 0.0) -> Model:
    """A boom of 2 m that a cylinder raises, with a load that hangs from its tip and swings."""
    model = Model("Boom")
    model.world, model.boom, model.load = World(g=g), Body(m=100.0, r_CM=[1, 0, 0], I=[1, 40, 40]), Body(m=50.0, r_CM=[0, 0, -1], I=[5, 5, 5])
    model.pivot = Revolute(model.world.frame_b, model.boom.frame_a, n=[0, -1, 0])
    model.hook = Revolute(model.boom.at([2, 0, 0]), model.load.frame_a, n=[0, -1, 0], phi_start=0.5)
    model.cylinder = LineActuator(model.world.at([0.3, 0, -0.6]), model.boom.at([0.8, 0, 0.1]))
    model.motor = JointTorque(model.hook)
    model.expose(inputs={"push": model.cylinder.f}, outputs={"phi": model.pivot.phi}, start={"push": push})
    return model


def test_the_cylinder_that_holds_a_boom():
    """The moments of boom and load about the pivot against that of the cylinder, at an angle far from the start."""
    c, s = np.cos(0.4), np.sin(0.4)
    tip = np.array([0.8 * c - 0.1 * s, 0.8 * s + 0.1 * c])
    along = tip - [0.3, -0.6]
    arm = (tip[0] * along[1] - tip[1] * along[0]) / np.linalg.norm(along)
    found = equilibrium(boom(), hold={"pivot.phi": 0.4}, find=["cylinder.f"])
    assert found.found["cylinder.f"].value == pytest.approx((100.0 * c + 50.0 * 2 * c) * g / arm, rel=SETTLED)
    assert (found.found["cylinder.f"].unit, found.outputs["phi"]) == ("N", pytest.approx(0.4, abs=SETTLED))
    assert found.states["hook.phi"] == pytest.approx(-0.4, abs=SETTLED)
    assert found.acceleration <= BALANCED and found.stability == "stable"
    assert found.potential_energy == pytest.approx(g * (100.0 * s + 50.0 * (2 * s - 1)), rel=SETTLED)


def test_a_force_that_balances_already_is_found():
    """Where nothing is left but roundoff of what is carried elsewhere."""
    for angle in (0.15, 0.2, 0.25, 0.3):
        found = equilibrium(boom(), hold={"pivot.phi": angle}, find=["push"]).found["push"].value
        assert equilibrium(boom(found), hold={"pivot.phi": angle}, find=["push"]).found["push"].value == pytest.approx(found, rel=SETTLED)


def test_a_payload_is_found_although_nothing_is_exposed():
    weighed = equilibrium(boom(), inputs={"push": 3e3}, hold={"pivot.phi": 0.2}, find=["load.m"]).found["load.m"]
    again = boom()
    again.load.m = weighed.value
    found = equilibrium(again, hold={"pivot.phi": 0.2}, find=["push"]).found["push"]
    assert (found.value, weighed.unit) == (pytest.approx(3e3, rel=SETTLED), "kg")


def test_the_preload_for_a_ride_height():
    car = load_model(CAR)
    found = equilibrium(car, hold={"body_guide.s": -0.1}, find=["suspension.s_rel0"])
    assert found.found["suspension.s_rel0"].value == pytest.approx(m * g / 16e3 - 0.1, rel=SETTLED)
    assert compile_problem(car).variables == compile_problem(load_model(CAR)).variables


def test_two_stiffnesses_at_once():
    found = equilibrium(load_model(CAR), hold={"body_guide.s": -0.1, "wheel_guide.s": -0.02}, find=["suspension.c", "tire.c"]).found
    assert found["suspension.c"].value == pytest.approx(m * g / 0.1, rel=SETTLED)
    assert found["tire.c"].value == pytest.approx((m + M) * g / 0.02, rel=SETTLED)


def test_a_parameter_on_which_forces_depend_nonlinearly():
    """Where the tip is held, its own length of lever decides: a boom whose centre of mass is found by the torque that holds it."""
    found = equilibrium(boom(), inputs={"push": 2.5e3}, hold={"pivot.phi": 0.1, "hook.phi": 0.3}, find=["boom.r_CM[1]", "motor.tau"]).found
    assert found["motor.tau"].value == pytest.approx(50.0 * g * np.sin(0.4), rel=SETTLED)
    c, s = np.cos(0.1), np.sin(0.1)
    tip = np.array([0.8 * c - 0.1 * s, 0.8 * s + 0.1 * c])
    along = tip - [0.3, -0.6]
    arm = (tip[0] * along[1] - tip[1] * along[0]) / np.linalg.norm(along)
    assert 100.0 * g * c * found["boom.r_CM[1]"].value == pytest.approx(2.5e3 * arm - 50.0 * g * (2 * c + np.sin(0.4)), rel=SETTLED)


@pytest.mark.parametrize(
    ("hold", "find", "message"),
    [
        ({"body_guide.s": 0.1}, ["suspension.c"], r"within bounds; .* suspension.c = -2452[\d.]* N/m must be >= 0 N/m"),
        ({"body_guide.s": -0.1}, ["suspension.d"], "suspension.d has no influence on the forces that hold body_guide.s"),
        ({"body_guide.s": -0.1}, ["tire.c", "suspension.c"], "1 coordinates are held and 2 unknowns"),
        ({"body_guide.s": -0.1}, ["body_guide.s_start"], "body_guide.s_start is fixed"),
        (
            {"body_guide.s": -0.1, "wheel_guide.s": -0.02},
            ["suspension.c", "suspension.s_rel0"],
            "no influence on the forces that hold wheel_guide.s",
        ),
        ({"body_guide.s": -0.1}, ["body.r_CM"], "body.r_CM is not one real number"),
        ({"body_guide.s": -0.1}, ["suspension.x"], "no input or parameter 'suspension.x'"),
        ({"body_guide.x": -0.1}, ["suspension.c"], "no coordinate 'body_guide.x'"),
    ],
)
def test_what_cannot_be_found_is_said(hold, find, message):
    with pytest.raises(MbfmuError, match=message):
        equilibrium(load_model(CAR), hold=hold, find=find)


def test_what_is_no_dict_is_refused():
    with pytest.raises(MbfmuError, match="hold must be a dict by name"):
        equilibrium(boom(), hold=["pivot.phi"], find=["load.m"])


def test_on_the_command_line():
    crane = FMUS / "crane/model.py"
    found = result("equilibrium", crane, "--hold", "pivot.phi=0.4", "--find", "cylinder.f", "--no-plot")
    assert found["found"]["cylinder.f"]["unit"] == "N" and found["states"]["pivot.phi"] == pytest.approx(0.4)
    shown = run("equilibrium", CAR, "--hold", "body_guide.s=-0.1", "--find", "suspension.s_rel0", "--no-plot").stdout
    assert "suspension.s_rel0" in shown and "0.0532812" in shown
    assert "--hold pivot.phi=high: a number is wanted" in run("equilibrium", crane, "--hold", "pivot.phi=high", "--find", "cylinder.f").stderr
