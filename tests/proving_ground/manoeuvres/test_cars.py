"""Manoeuvres of the full car of the library: steering by its own input, on roads of its own."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from mbfmu import FlatRoad, InclinedRoad, Model, RandomRoad, SplitFrictionRoad, build_portable
from mbfmu.model.elements.roads import Road
from mbfmu.model.vehicles import MID_SIZE_CAR, SteeringWheel, car_model, mid_size_air, mid_size_tire
from mbfmu.proving_ground.manoeuvres.manoeuvres import drive_manoeuvre
from mbfmu.proving_ground.manoeuvres.steady_circle import steady_circle
from mbfmu.proving_ground.manoeuvres.steering_response import frequency_response
from mbfmu.proving_ground.manoeuvres.step_steer import step_steer
from mbfmu.proving_ground.manoeuvres.vehicle import Vehicle
from mbfmu.proving_ground.manoeuvres.vehicle_of import vehicle_of
from tests.tolerances import LINEAR_RANGE, SAMPLED_MANOEUVRE

pytestmark = pytest.mark.slow
BASE = 2.7


def car_on(road: Road) -> Model:
    return car_model("Car", "", MID_SIZE_CAR, road, mid_size_tire)[0]


@cache
def car() -> Vehicle:
    return vehicle_of(car_on(FlatRoad()), BASE)


def test_a_car_turns_as_it_does_at_a_crawl():
    """Its understeer at small lateral acceleration is what two slow runs have told; to the left is positive; its position is at the front axle."""
    found = steady_circle(car(), 20.0, most=0.6, points=3)
    assert np.radians(found["understeer gradient"]) == pytest.approx(BASE * car().handling.slowness, rel=LINEAR_RANGE)
    assert found["yaw rate gain"] > 0.0 and found["roll gradient"] > 0.0
    assert car().handling.ahead == pytest.approx(BASE, rel=SAMPLED_MANOEUVRE)


def test_a_steering_wheel_has_a_ratio_and_a_torque():
    """By kinematics, its ratio is that of the rack by the travel of the rack for each rad of the pinion; the driver feels the turn."""
    rack = MID_SIZE_CAR.steering
    wheel = SteeringWheel(rack.end, rack.rack, ratio=0.009, I=0.04, c=150.0, d=0.5)
    steered = vehicle_of(car_model("Car", "", replace(MID_SIZE_CAR, steering=wheel), FlatRoad(), mid_size_tire)[0], BASE)
    assert steered.handling.ratio * 0.009 == pytest.approx(abs(car().handling.ratio), rel=LINEAR_RANGE)
    assert steered.ratio_unit == "rad/rad"
    assert steady_circle(steered, most=3.0, points=3)["steering torque gradient"] > 0.0


def test_circle_by_speed_and_by_radius_agree():
    """Two methods of ISO 4138."""
    by_speed, by_radius = steady_circle(car(), most=4.0, points=4), steady_circle(car(), most=4.0, points=4, radius=120.0)
    for name in ("understeer gradient", "roll gradient"):
        assert by_speed[name] == pytest.approx(by_radius[name], rel=LINEAR_RANGE)


def test_the_frequency_response_is_that_of_the_linear_system():
    """A car that is shaken a little, against its linear system; the speed is not quite the same."""
    measured, linear = (frequency_response(car(), lateral_acceleration=0.2, linearized=linearized).table for linearized in (0.0, 1.0))
    for name in ("yaw_rate gain", "a_y gain", "roll gain"):
        np.testing.assert_allclose(measured[name], linear[name], rtol=SAMPLED_MANOEUVRE)


@pytest.mark.parametrize("version", [2, 3])
def test_an_fmu_of_the_car_does_the_same(tmp_path: Path, version: int):
    """Vectors are arrays in FMI 3."""
    fmu = vehicle_of(build_portable(car_on(FlatRoad()), tmp_path, version), BASE)
    found, wanted = (step_steer(one, lateral_acceleration=3.0) for one in (fmu, car()))
    for one in wanted.characteristics:
        assert found[one.name] == pytest.approx(one.value, rel=SAMPLED_MANOEUVRE)


@pytest.mark.parametrize("part", [1, 2])
def test_lane_changes(part: int):
    """It passes at speeds at which cars pass: 80 km/h is what ISO 3888-1 is driven at, and good cars pass ISO 3888-2 from 60 to 80 km/h."""
    found = drive_manoeuvre("double-lane-change", car(), {"part": part, "coasting": part - 1, "lowest": 14.0, "highest": 32.0})
    assert {1: 80.0, 2: 55.0}[part] < found["largest speed in km/h"] < {1: 112.0, 2: 80.0}[part]


def test_split_friction_turns_the_car_to_the_side_that_grips():
    split = vehicle_of(car_on(SplitFrictionRoad(mu_left=1.0, mu_right=0.3, start=16.0, mu=1.0)), BASE)
    found = drive_manoeuvre("split-braking", split, {"deceleration": 4.0})
    assert found["yaw angle after 1 s"] > 1.0 and found["lateral deviation after 1 s"] > 0.0


def test_a_hill_needs_more_brakes_than_the_share_of_gravity():
    """A Brake gives way from 70 % of its torque on."""
    hill = vehicle_of(car_on(InclinedRoad(slope=np.arctan(0.1))), BASE)
    found = drive_manoeuvre("hill-hold", hill, {"most": 4.0})
    assert 0.976 < found["smallest hold"] < 0.976 / 0.7


def test_rougher_roads_shake_more():
    """By twice for each class of ISO 8608, as far as the car is linear."""
    shaken = [
        drive_manoeuvre("ride", vehicle_of(car_on(RandomRoad(grade)), BASE), {"duration": 15.0})["weighted vertical acceleration"] for grade in "AB"
    ]
    assert shaken[1] / shaken[0] == pytest.approx(2.0, rel=0.1)


def test_a_crosswind_moves_a_car_and_its_fmu(tmp_path: Path):
    """By a part of a lane; the side force acts ahead of the neutral steer point, so it turns with the wind."""
    blown = car_model("Car", "", replace(MID_SIZE_CAR, air=mid_size_air), FlatRoad(), mid_size_tire)[0]
    found = drive_manoeuvre("crosswind", vehicle_of(blown, BASE))
    assert 0.5 < found["lateral deviation after 2 s"] < 2.5 and found["largest yaw rate"] > 1.0
    fmu = drive_manoeuvre("crosswind", vehicle_of(build_portable(blown, tmp_path, 3), BASE))
    for one in found.characteristics:
        assert fmu[one.name] == pytest.approx(one.value, rel=SAMPLED_MANOEUVRE, abs=SAMPLED_MANOEUVRE)
