"""The full car: what it consists of, its loads against moments, and its motion against the linear system of the same model."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.linalg import expm

from mbfmu import Body, FlatRoad, MbfmuError, Model, PositionSensor, Posture, compile_problem, equilibrium, linearize, simulate, steady_motion
from mbfmu.model.vehicles import MID_SIZE_CAR, Car, FullCar, Point, car_model, mid_size_air, mid_size_linear_tire, mid_size_tire
from mbfmu.model.vehicles.mid_size_car import LOAD
from mbfmu.problem.data.problem import Problem
from tests.tolerances import BALANCED, ROLLING_FREELY, SETTLED, SMALL_ANGLES

G = 9.81


def on_tires(data: FullCar = MID_SIZE_CAR) -> tuple[Model, Car]:
    return car_model("Car", "", data, FlatRoad(), mid_size_linear_tire)


@cache
def problem() -> Problem:
    return compile_problem(on_tires()[0])


@pytest.mark.slow
def test_it_has_19_bodies_and_19_degrees_of_freedom():
    model, _ = on_tires()
    assert len(model.of_type(Body)) == 19
    assert len(Posture(model).speeds) == 19


def test_what_it_consists_of_goes_by_name():
    model, car = car_model("Car", "", MID_SIZE_CAR)
    assert car.front_left.wheel is model.front_left_wheel and car.rear_right.bearing is model.rear_right_bearing
    assert {name.partition(".")[0] for name in model.outputs if name.startswith("wheel_F")} == {"wheel_FL", "wheel_FR"}


def test_the_air_acts_in_the_middle_between_the_axles_on_the_ground():
    for data, x in ((MID_SIZE_CAR, -1.35), (MID_SIZE_CAR.ahead(-1.0), -2.35)):
        taken = []
        model, car = car_model("Car", "", replace(data, air=lambda frame: taken.append(frame) or mid_size_air(frame)))
        (placed,) = taken[0].placements
        assert taken[0].part is car.chassis and placed.values["r"] == pytest.approx([x, 0.0, 0.0])
        assert car.air is model.air and "gust" in model.inputs


def test_air_that_is_no_function_is_refused():
    with pytest.raises(MbfmuError, match="air = 0.3 must be a function that takes a frame"):
        replace(MID_SIZE_CAR, air=0.3)


def test_a_car_without_air_has_no_gust():
    model, car = car_model("Car", "", MID_SIZE_CAR)
    assert car.air is None and "gust" not in model.inputs


def test_a_road_without_a_tire_is_refused():
    with pytest.raises(MbfmuError, match="a road and a tire together"):
        car_model("Car", "without tires", MID_SIZE_CAR, FlatRoad())


@pytest.mark.slow
def test_loads_at_rest_are_those_of_moments():
    """A load to the left in the back: forces and moments of the road are those of all weights where the bodies have come to."""
    body = MID_SIZE_CAR.body
    model, _ = on_tires(replace(MID_SIZE_CAR, body=replace(body, m=body.m + 20.0, centre=Point(-1.34, 0.005, 0.56))))
    bodies = model.of_type(Body)
    sensors = [model.add(f"place_{body.name}", PositionSensor(body.at(body.values["r_CM"]))) for body in bodies]
    points = {f"contact_{corner}": getattr(model, f"tire_{corner}").r_contact for corner in ("FL", "FR", "RL", "RR")}
    model.expose(outputs={**{sensor.name: sensor.r for sensor in sensors}, **points})
    rest = equilibrium(model)
    of = lambda name: np.array([rest.outputs[f"{name}[{i}]"] for i in (1, 2, 3)])
    weights = np.array([body.values["m"] * G for body in bodies])
    places = np.array([of(sensor.name) for sensor in sensors])
    loads = np.array([of(f"tire_force_{corner}") for corner in ("FL", "FR", "RL", "RR")])[:, 2]
    contacts = np.array([of(name) for name in points])
    assert loads.sum() == pytest.approx(weights.sum(), rel=SETTLED)
    assert loads @ contacts[:, :2] == pytest.approx(weights @ places[:, :2], rel=SETTLED)
    assert loads[2] > loads[3] and loads[0] > loads[1] and loads[2] > loads[0]


def test_it_stands_where_it_was_designed():
    rest = equilibrium(problem())
    assert [rest.outputs[f"tire_force_{corner}[3]"] for corner in ("FL", "FR", "RL", "RR")] == pytest.approx([1435.4 * G / 4] * 4, rel=1e-6)
    assert rest.acceleration <= BALANCED and rest.stability == "neutral"  # it may roll along the road


def test_it_rides_as_its_linear_system():
    """Let fall from 1 mm: heave and pitch of the nonlinear car beside the matrix exponential."""
    run = simulate(problem(), 0.6, 0.02, {"motion.r_start[3]": 1e-3}, rtol=1e-9)
    system = linearize(problem())
    start = np.zeros(len(system.states))
    start[system.states.index("motion.r[3]")] = 1e-3
    height, pitch = system.outputs.index("position[3]"), system.outputs.index("pitch")
    linear = np.array([system.C @ expm(system.A * t) @ start for t in run["time"]])
    for name, row in (("position[3]", height), ("pitch", pitch)):
        assert run[name] == pytest.approx(linear[:, row], abs=SMALL_ANGLES * np.abs(linear[:, row]).max())


@pytest.mark.parametrize("tire", [mid_size_linear_tire, mid_size_tire])
def test_at_a_speed_it_rolls_freely_from_the_start_on(tire):
    """A slip of a hundred-thousandth gives 0.8 N at a stiffness of 22 loads."""
    car = problem() if tire is mid_size_linear_tire else car_model("Car", "", MID_SIZE_CAR, FlatRoad(), tire)[0]
    run = simulate(car, 0.1, 1e-3, {"speed": 20.0})
    forces = [np.abs(run[f"tire_force_{corner}[1]"]).max() for corner in ("FL", "FR", "RL", "RR")]
    assert max(forces) < ROLLING_FREELY * LOAD
    assert np.abs(run["wheel_speed_FL"] - run["wheel_speed_FL"][0]).max() < ROLLING_FREELY * run["wheel_speed_FL"][0]


def yaw_gain(speed: float) -> float:
    """The steady yaw rate over the displacement of the rack of the linear system [rad/s/m], by its response to slow steering."""
    system = linearize(problem(), {"speed": speed})
    row, column, slow = system.outputs.index("turning[3]"), system.inputs.index("steering"), 1e-2j
    states = np.linalg.solve(slow * np.eye(len(system.A)) - system.A, system.B[:, column])
    return float((system.C[row] @ states + system.D[row, column]).real)


def test_it_turns_as_its_linear_system():
    rack = 1e-3
    run = simulate(problem(), 4.0, 1.0, {"speed": 20.0}, {"steering": rack})
    assert run["turning[3]"][-1] / rack == pytest.approx(yaw_gain(20.0), rel=SMALL_ANGLES)


@pytest.mark.slow
def test_it_corners_steadily_as_its_linear_system():
    found = steady_motion(on_tires()[0], {"motion.v[1]": 20.0}, ["drive_motor.tau"], values={"speed": 20.0}, inputs={"steering": 1e-3})
    assert found.outputs["turning[3]"] / 1e-3 == pytest.approx(yaw_gain(20.0), rel=SMALL_ANGLES)
    assert found.stability == "stable"


def test_braking_closes_the_balance_of_energy():
    run = simulate(problem(), 1.5, 0.1, {"speed": 20.0}, {f"brake_{corner}": 500.0 for corner in ("FL", "FR", "RL", "RR")}, rtol=1e-8)
    lost = 0.5 * 1435.4 * (run["velocity[1]"][0] ** 2 - run["velocity[1]"][-1] ** 2)
    assert lost > 5e4 and np.abs(run["energy_error"]).max() < 1e-3 * lost
    slowing = np.diff(run["velocity[1]"])[-1] / 0.1
    assert slowing == pytest.approx(-4 * 500.0 / 0.308 / 1435.4, rel=0.05)  # and what spins
