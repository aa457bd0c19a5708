"""The steering wheel: torques and travel in closed form, assistance, and a car that its driver steers to the left."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from mbfmu import (
    Body,
    EnergyError,
    FlatRoad,
    LookupTable,
    Model,
    Prismatic,
    TranslationSpringDamper,
    World,
    compile_problem,
    simulate,
)
from mbfmu.model.vehicles import MID_SIZE_CAR, Mass, Point, SteeringWheel, car_model, mid_size_tire
from mbfmu.problem.data.problem import Problem
from tests.tolerances import FMU_INTEGRATION, INTEGRATION

RATIO, C, INERTIA, SPRING = 0.008, 120.0, 0.04, 40e3
RACK = Mass(3.0, Point(-0.13, 0.0, 0.27), (0.2, 0.01, 0.2, 0.0, 0.0, 0.0))
ASSIST = LookupTable([-5.0, 5.0], [0.0, 40.0], [[-30.0, -10.0], [30.0, 10.0]], outside="extrapolated")


def on_a_sled(wheel: SteeringWheel, speed: float) -> Model:
    """A rack on a chassis that slides ahead, held by a spring in place of wheels."""
    model = Model("Sled")
    model.world, model.chassis = World(g=0), Body(m=1e3, I=[1.0, 1.0, 1.0])
    model.rail = Prismatic(model.world.frame_b, model.chassis.frame_a, n=[1, 0, 0], v_start=speed)
    steering = wheel.add(model, "steering", model.chassis)
    model.wheels, model.energy = TranslationSpringDamper(steering.guide, c=SPRING, d=2e3), EnergyError()
    shown = {"travel": steering.guide.s, "tau": steering.column.tau, "assisting": steering.column.assisting}
    model.expose(inputs={"angle": steering.input}, outputs={**shown, **steering.outputs, "error": model.energy.error})
    return model


@pytest.mark.parametrize("ahead", [False, True])
@pytest.mark.parametrize("assist, speed, gain", [(None, 20.0, 0.0), (ASSIST, 0.0, 6.0), (ASSIST, 20.0, 4.0)], ids=["none", "standing", "fast"])
def test_travel_and_torque_are_those_of_springs_in_series(assist: LookupTable | None, speed: float, gain: float, ahead: bool):
    """The pinion carries (1 + gain) times the torque of the bar, against the spring of the rack, SPRING RATIO^2 for each unit of its angle."""
    plain = SteeringWheel(Point(-0.13, 0.35, 0.27), RACK, RATIO, INERTIA, C, 1.0, rods_ahead=ahead)
    wheel = plain if assist is None else replace(plain, assist=assist)
    run = simulate(on_a_sled(wheel, speed), 2.0, 0.01, inputs={"angle": 0.5}, rtol=1e-9)
    held = (1.0 + gain) * C
    pinion = 0.5 * held / (held + SPRING * RATIO**2)
    tau = C * (0.5 - pinion)
    assert run["travel"][-1] == pytest.approx(RATIO * pinion, rel=FMU_INTEGRATION)
    assert (run["tau"][-1], run["steering_torque"][-1]) == (pytest.approx(tau, rel=FMU_INTEGRATION),) * 2
    assert run["assisting"][-1] == pytest.approx(gain * tau, rel=FMU_INTEGRATION, abs=1e-12)
    assert run["steering_torque"][0] == pytest.approx(INERTIA * 50.0**2 * 0.5)  # the hands turn its inertia
    assert np.abs(run["error"]).max() < INTEGRATION * 0.5 * 1e3 * 400.0


def test_a_rack_ahead_of_the_axle_slides_to_the_left():
    """Its travel stays positive, the rack moves along y."""
    rack = SteeringWheel(Point(0.13, 0.35, 0.27), RACK, RATIO, INERTIA, C, 1.0)
    assert rack.n == [0.0, -1.0, 0.0] and replace(rack, rods_ahead=True).n == [0.0, 1.0, 0.0]
    assert rack.ahead(1.0).end.x == 1.13  # as all of a vehicle is moved ahead


@cache
def steered_car() -> Problem:
    rack = MID_SIZE_CAR.steering
    wheel = SteeringWheel(rack.end, rack.rack, ratio=0.009, I=0.04, c=150.0, d=0.5, assist=ASSIST)
    return compile_problem(car_model("Car", "", replace(MID_SIZE_CAR, steering=wheel), FlatRoad(), mid_size_tire)[0])


@pytest.mark.slow
def test_a_driver_who_turns_the_wheel_to_the_left_goes_left_and_feels_it():
    """ISO 8855: all are positive to the left, and the torque of the driver is against that of the tires."""
    run = simulate(steered_car(), 4.0, 0.1, {"speed": 20.0}, {"steering": 0.3})
    assert run["turning[3]"][-1] > 0.05 and run["yaw"][-1] > 0.2 and run["position[2]"][-1] > 5.0
    assert run["tire_force_FL[2]"][-1] > 0.0 and 0.05 < run["steering_torque"][-1] < 5.0
    right = simulate(steered_car(), 4.0, 0.1, {"speed": 20.0}, {"steering": -0.3})
    assert right["steering_torque"][-1] == pytest.approx(-run["steering_torque"][-1], rel=FMU_INTEGRATION)
