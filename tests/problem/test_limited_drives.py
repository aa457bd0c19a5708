"""Drives with limits: times and ways in closed form, what they hold, and what is refused."""

import numpy as np
import pytest

from mbfmu import Body, MbfmuError, Model, PositionDrive, Prismatic, Revolute, SpeedDrive, Spherical, Step, TorqueDrive, World, simulate
from mbfmu.problem.mechanism.mechanics import compile_model
from mbfmu.problem.schedules.schedules import FORMULATIONS

from ..running import Running
from ..tolerances import INTEGRATION, ROUNDOFF

J, LIMIT, D, C, SPEED = 0.5, 2.0, 4.0, 4.0, 3.0  # kg.m2 or kg, and so on


def driven(kind, joint=Revolute, **values) -> Model:
    model = Model("Driven")
    model.world = World(g=0.0)
    model.load = Body(m=J, I=J)
    model.joint = joint(model.world.frame_b, model.load.frame_a)
    model.drive = kind(model.joint, **{"torque_limit": LIMIT, **values})
    q, v = (model.joint.phi, model.joint.w) if joint is Revolute else (model.joint.s, model.joint.v)
    model.expose({"command": model.drive.command}, {"q": q, "v": v, "tau": model.drive.tau, "saturated": model.drive.saturated})
    return model


@pytest.mark.parametrize(("joint", "formulation"), [*((Revolute, name) for name in FORMULATIONS), (Prismatic, "articulated_body")])
def test_bang_bang(joint, formulation):
    """Full torque one way for T, and back for T: the way is LIMIT / J T^2, and it rests there."""
    T = 0.7
    model = driven(TorqueDrive, joint)
    model.formulation = formulation
    result = simulate(model, 2 * T, T, inputs={"command": Step(at=0.0, height=50.0) + Step(at=T, height=-100.0)}, rtol=1e-10)
    np.testing.assert_allclose(result["v"], [0.0, LIMIT / J * T, 0.0], atol=INTEGRATION)
    np.testing.assert_allclose(result["q"], [0.0, LIMIT / J * T * T / 2, LIMIT / J * T * T], atol=INTEGRATION)


def test_a_torque_within_the_limit_is_given():
    running = Running(compile_model(driven(TorqueDrive)), {"command": -1.5})
    found = running.outputs_at(running.x)
    assert found["tau"] == -1.5 and not found["saturated"]


def test_a_speed_is_reached_at_full_torque_and_then_exponentially():
    """Saturated until v = SPEED - LIMIT / D; then the error dies out with J / D."""
    until = (SPEED - LIMIT / D) * J / LIMIT
    result = simulate(driven(SpeedDrive, d=D), 2 * until, until / 100, inputs={"command": SPEED}, rtol=1e-10)
    t = result["time"]
    exact = np.where(t < until, LIMIT / J * t, SPEED - LIMIT / D * np.exp(-D / J * (t - until)))
    np.testing.assert_allclose(result["v"], exact, atol=INTEGRATION)
    np.testing.assert_allclose(result["tau"], np.clip(D * (SPEED - result["v"]), -LIMIT, LIMIT), atol=INTEGRATION)
    assert np.array_equal(result["saturated"][np.abs(t - until) > 1e-6], t[np.abs(t - until) > 1e-6] < until)


def test_a_position_is_reached_within_both_limits():
    """Far from its goal it moves at SPEED; there it stays, since it can brake as fast as it wants to: C / D SPEED < LIMIT / J."""
    result = simulate(driven(PositionDrive, c=C, d=D, speed_limit=SPEED), 25.0, 0.01, inputs={"command": 10.0}, rtol=1e-10)
    assert result["v"].max() <= SPEED + INTEGRATION and np.abs(result["tau"]).max() <= LIMIT + ROUNDOFF
    until = (SPEED - LIMIT / D) * J / LIMIT
    on_the_way = (result["time"] > until) & (result["q"] < 10.0 - SPEED * D / C)
    t = result["time"][on_the_way]
    np.testing.assert_allclose(result["v"][on_the_way], SPEED - LIMIT / D * np.exp(-D / J * (t - until)), atol=INTEGRATION)
    assert result["q"][-1] == pytest.approx(10.0, abs=INTEGRATION) and result["q"].max() < 10.0 + INTEGRATION


@pytest.mark.parametrize("exposed", [True, False])
def test_a_position_that_nobody_commands_is_that_of_the_start(exposed):
    model = driven(PositionDrive, c=C, d=D, speed_limit=SPEED)
    model.joint.phi_start = 0.7
    if not exposed:
        model.inputs.clear()
    assert np.array_equal(simulate(model, 0.2)["q"], np.full(21, 0.7))


def test_a_position_that_nobody_can_command_follows_a_start_that_is_changed():
    model = driven(PositionDrive, c=C, d=D, speed_limit=SPEED)
    model.inputs.clear()
    running = Running(compile_model(model), {"joint.phi_start": -0.4})
    assert running.outputs_at(running.x)["tau"] == 0.0


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"torque_limit": 0.0}, r"drive.torque_limit = 0.0 N.m must be > 0 N.m \(largest torque or force, in either direction\)"),
        ({"torque_limit": float("inf")}, r"drive.torque_limit = inf N.m is not finite"),
        ({"speed_limit": -1.0}, r"drive.speed_limit = -1.0 rad/s must be > 0 rad/s"),
        ({"d": 0.0}, r"drive.d = 0.0 N.m.s/rad must be > 0 N.m.s/rad"),
        ({"c": float("nan")}, r"drive.c = nan N.m/rad is not finite"),
    ],
)
def test_values_that_cannot_be_are_refused(values, said):
    model = driven(PositionDrive, **({"c": C, "d": D, "speed_limit": SPEED} | values))
    with pytest.raises(MbfmuError, match=said):
        compile_model(model)


def test_units_follow_the_joint():
    drive = driven(PositionDrive, Prismatic, c=(40, "N/mm"), d=D, speed_limit=(100, "mm/s")).drive
    assert (drive.c.unit, drive.d.unit, drive.speed_limit.unit, drive.torque_limit.unit, drive.command.unit) == ("N/m", "N.s/m", "m/s", "N", "m")
    assert drive.c.value == pytest.approx(40e3)


def test_joints_of_several_coordinates_are_refused():
    model = Model("Wrong")
    model.world, model.load = World(), Body(m=1.0, I=1.0)
    model.joint = Spherical(model.world.frame_b, model.load.frame_a)
    model.drive = TorqueDrive(model.joint, torque_limit=1.0)
    with pytest.raises(MbfmuError, match="drive: joint is a Spherical with 4 coordinates; a TorqueDrive wants a joint of one"):
        compile_model(model)
