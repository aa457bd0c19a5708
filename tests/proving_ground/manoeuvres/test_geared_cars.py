"""Manoeuvres of cars with an engine and a gearbox, by default settings."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.optimize import brentq

from mbfmu import (
    BlockModel,
    Body,
    FlatRoad,
    FreeMotion,
    InclinedRoad,
    LinearTire,
    Model,
    ShiftProgram,
    World,
    build_portable,
    compile_problem,
    connect,
    simulate,
)
from mbfmu.model.elements.forces.combustion_engine import TORQUE
from mbfmu.model.elements.roads import Road
from mbfmu.model.vehicles import MID_SIZE_CAR, CombustionDrive, Point, TorqueConverter, car_model, mid_size_tire
from mbfmu.proving_ground.manoeuvres.channels import known_outputs
from mbfmu.proving_ground.manoeuvres.shifting import refuse_open_gearbox, with_shift_program
from mbfmu.proving_ground.manoeuvres.steady_circle import steady_circle
from mbfmu.proving_ground.manoeuvres.step_steer import step_steer
from mbfmu.proving_ground.manoeuvres.straight_line import acceleration, hill_hold, split_braking
from mbfmu.proving_ground.manoeuvres.vehicle import Vehicle, named
from mbfmu.proving_ground.manoeuvres.vehicle_of import vehicle_of
from mbfmu.proving_ground.manoeuvres.wheelbase import axles_of
from tests.model.vehicles.powertrain import engine_on_a_mass
from tests.tolerances import LINEAR_RANGE, ROUNDOFF, SAMPLED_MANOEUVRE

BASE = 2.7
ENGINE = CombustionDrive(MID_SIZE_CAR.drivetrain, Point(-0.1, 0.0, 0.4), m=1.0, I=0.2)
slow = pytest.mark.slow


def car_on(road: Road, drivetrain) -> Vehicle:
    return vehicle_of(car_model("Car", "", replace(MID_SIZE_CAR, drivetrain=drivetrain), road, mid_size_tire)[0], BASE)


@cache
def geared() -> Vehicle:
    return car_on(FlatRoad(), ENGINE)


@cache
def by_torque() -> Vehicle:
    return car_on(FlatRoad(), MID_SIZE_CAR.drivetrain)


@slow
def test_an_engine_changes_nothing_of_how_a_car_steers():
    assert geared().handling.ratio == pytest.approx(by_torque().handling.ratio, rel=SAMPLED_MANOEUVRE)
    turned, wanted = (step_steer(car, lateral_acceleration=3.0) for car in (geared(), by_torque()))
    for name in ("yaw rate gain", "yaw rate response time", "steady sideslip angle"):
        assert turned[name] == pytest.approx(wanted[name], rel=LINEAR_RANGE)
    found, wanted = (steady_circle(car, most=2.0, points=3) for car in (geared(), by_torque()))
    for name in ("understeer gradient", "roll gradient"):
        assert found[name] == pytest.approx(wanted[name], rel=LINEAR_RANGE)


@slow
def test_it_speeds_up_with_its_pedal_down_and_brakes_as_any_car():
    """Power of the engine bounds the sprint: 128 kW, less gears, for 1.5 t with what turns; shifts take 0.4 s each."""
    sprint = acceleration(geared())
    v = 100.0 / 3.6
    assert 0.5 * 1435.4 * v**2 / 128e3 < sprint["time to 100 km/h"] < 2.5 * 0.5 * 1435.4 * v**2 / 128e3
    assert sprint["time to 50 km/h"] < sprint["time to 80 km/h"] < sprint["time to 100 km/h"] < sprint["time to 120 km/h"]
    stops = [split_braking(car, deceleration=4.0)["braking distance"] for car in (geared(), by_torque())]
    assert stops[0] == pytest.approx(stops[1], rel=LINEAR_RANGE)


@slow
def test_an_open_clutch_holds_nothing_on_a_hill_and_a_converter_creeps():
    """The idling engine balances capacity x w^2; converter and first gear multiply it to more than the share of gravity."""
    engine, converter = TORQUE.in_units(("rad/s", "1", "N.m")), replace(ENGINE, converter=TorqueConverter())
    idle = brentq(lambda w: float(engine(w, (90.0 - w) / 20.0)) - 3.43e-3 * w**2, 75.0, 90.0)
    creep = 1.68 * 3.43e-3 * idle**2 * 13.5 / 0.308 / 1435.4
    for slope, drive, pull in ((0.1, ENGINE, 0.0), (0.1, converter, creep), (0.2, converter, creep)):
        share = abs(9.81 * np.sin(slope) - pull)
        assert share < hill_hold(car_on(InclinedRoad(slope=slope), drive))["smallest hold"] < share / 0.7  # of a Brake


@slow
def test_a_car_that_starts_off_on_a_hill_rolls_back_a_little_and_then_up():
    """Its gear stays in although its wheels turn back: the converter multiplies the torque of the engine all the more."""
    car = car_on(InclinedRoad(slope=0.2), replace(ENGINE, converter=TorqueConverter()))
    run = simulate(car.subject, 4.0, 0.1, inputs={"box.accelerator": 0.3})
    assert run["box.gear"].min() == 1
    assert run["car.v_x"][-1] > 2.0 and run["car.position[1]"][-1] > 0.0


def test_a_gearbox_that_nobody_shifts_gets_a_shift_program():
    found = with_shift_program(compile_problem(engine_on_a_mass()))
    inputs = {variable.name for variable in found.variables if variable.causality == "input"}
    assert inputs == {"box.accelerator", "box.selector", "car.load"}
    assert with_shift_program(found) is found
    (sentence,) = refuse_open_gearbox(["throttle", "lock_up", "ratio", "steering"])
    assert "throttle, ratio, lock_up" in sentence and "ShiftProgram" in sentence
    assert refuse_open_gearbox(["drive", "steering"]) == []


def test_the_wheelbase_is_that_of_the_wheels(tmp_path):
    """Of a Model, of a connected Problem, of their FMUs with pictures, and not of a vehicle with three axles."""
    car = car_model("Car", "", MID_SIZE_CAR, FlatRoad(), mid_size_tire)[0]
    assert axles_of(car) == pytest.approx([-BASE, 0.0], abs=ROUNDOFF)
    sledge = Model("Sledge")
    sledge.world, sledge.road, sledge.body = World(g=9.81), FlatRoad(), Body(m=10.0, I=[1.0] * 3)
    sledge.motion = FreeMotion(sledge.world.frame_b, sledge.body.frame_a, r_start=[0.0, 0.0, 0.3])
    for name, x in (("tire_FL", 0.5), ("tire_RL", -1.0)):
        sledge.add(name, LinearTire(sledge.body.at([x, 0.0, 0.0]), sledge.road, radius=0.31, c_z=1e4))
    still = connect("Still", {"sledge": sledge, "box": BlockModel("Box", ShiftProgram())}, [])
    pictured = [build_portable(of, tmp_path) for of in (sledge, still)]
    for of in (still, *pictured):
        assert axles_of(of) == pytest.approx([-1.0, 0.5], abs=ROUNDOFF)
    assert axles_of(build_portable(sledge, tmp_path, pictures=False)) == []
    sledge.trailing = LinearTire(sledge.body.at([-3.0, 0.0, 0.0]), sledge.road, radius=0.31, c_z=1e4)
    assert axles_of(sledge) == pytest.approx([-3.0, -1.0, 0.5], abs=ROUNDOFF)
    assert axles_of(BlockModel("Box", ShiftProgram())) == []


def test_variables_of_parts_are_found_by_their_last_name():
    assert named("v_x", ["car.v_x", "box.gear"]) == "car.v_x"
    assert named("v_x", ["v_x", "car.v_x"]) == "v_x"
    assert named("v_x", ["first.v_x", "second.v_x"]) == ""
    assert known_outputs(["car.turning[3]", "box.ratio"], {}) == {"yaw_rate": "car.turning[3]"}
