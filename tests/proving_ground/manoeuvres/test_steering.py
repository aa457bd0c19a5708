"""Circle, step steer and frequency response against the closed forms of the linear single-track model, and a published vehicle."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import BlockModel, DrivenSingleTrack, MbfmuError, SingleTrack
from mbfmu.base.errors import ProblemsFound
from mbfmu.proving_ground.manoeuvres.sine_steer import sine_steer
from mbfmu.proving_ground.manoeuvres.steady_circle import steady_circle
from mbfmu.proving_ground.manoeuvres.steering_response import frequency_response
from mbfmu.proving_ground.manoeuvres.step_steer import step_steer
from mbfmu.proving_ground.manoeuvres.vehicle import Vehicle
from mbfmu.proving_ground.manoeuvres.vehicle_of import vehicle_of
from tests.tolerances import MANOEUVRE, SAMPLED_MANOEUVRE

from .single_track import BASE, CAR, UNDERSTEER, after_ramp, matrices, response

SPEED = 22.0


@cache
def linear_car(**changed: float) -> Vehicle:
    return vehicle_of(BlockModel("Linear", SingleTrack(**{**CAR, **changed})))


def test_the_steering_is_measured():
    """Characteristic speed as published for these data: Riekert & Schunck (1940); the position is that of the centre of mass."""
    handling = linear_car().handling
    assert handling.ratio == pytest.approx(1.0, rel=MANOEUVRE)
    assert handling.slowness**-0.5 == pytest.approx(25.56038601690775, rel=MANOEUVRE)
    assert handling.ahead == pytest.approx(CAR["l_r"], rel=MANOEUVRE)


@pytest.mark.parametrize("radius", [0.0, 80.0])
def test_steady_circle(radius: float):
    found = steady_circle(linear_car(), SPEED, points=4, radius=radius)
    assert found["understeer gradient"] == pytest.approx(np.degrees(UNDERSTEER), rel=MANOEUVRE)
    assert found["characteristic speed"] == pytest.approx((BASE / UNDERSTEER) ** 0.5, rel=MANOEUVRE)
    if_free = -CAR["m"] * CAR["l_f"] / (BASE * CAR["c_r"])  # of the rear axle, whose slip angle grows with its force
    kinematic = CAR["l_r"] / SPEED**2 if not radius else 0.0  # on one circle the rest of side slip stays
    fitted = np.polyfit(found.table["a_y"], found.table["beta"], 1)[0]
    assert fitted == pytest.approx(if_free + kinematic, rel=MANOEUVRE)
    assert any(sentence.startswith("roll gradient") for sentence in found.missing)


def test_gains_of_the_steady_circle():
    """The yaw rate gain at 20 m/s is published to sixteen digits with the car's data."""
    found = steady_circle(linear_car(), 20.0, points=3)
    assert found["yaw rate gain"] == pytest.approx(4.430379746835443, rel=MANOEUVRE)
    assert found["lateral acceleration gain"] == pytest.approx(20.0 * np.radians(4.430379746835443), rel=MANOEUVRE)


def test_a_car_that_oversteers():
    """It has a critical speed in place of a characteristic one."""
    found = steady_circle(linear_car(c_r=50e3), 15.0, points=3)
    K = CAR["m"] / BASE * (CAR["l_r"] / CAR["c_f"] - CAR["l_f"] / 50e3)
    assert found["critical speed"] == pytest.approx((BASE / -K) ** 0.5, rel=MANOEUVRE)
    with pytest.raises(MbfmuError, match="no value 'characteristic speed'"):
        found["characteristic speed"]


def test_step_steer():
    found = step_steer(linear_car(), SPEED, rise=0.1)
    time = np.arange(0.0, 5.0, 1e-4)
    exact = after_ramp(SPEED, 0.1, time)
    for name, row, gain in (("yaw rate", exact[:, 0], found["yaw rate gain"]), ("lateral acceleration", exact[:, 1], None)):
        steady = row[-1]
        assert gain is None or gain == pytest.approx(steady, rel=MANOEUVRE)
        assert found[f"{name} response time"] == pytest.approx(time[np.argmax(row > 0.9 * steady)] - 0.05, rel=SAMPLED_MANOEUVRE)
        assert found[f"{name} peak response time"] == pytest.approx(time[np.argmax(row)] - 0.05, rel=SAMPLED_MANOEUVRE)
        assert found[f"{name} overshoot"] == pytest.approx(100.0 * (row.max() / steady - 1.0), rel=SAMPLED_MANOEUVRE)
    beta = found["steady sideslip angle"]
    assert found["TB value"] == pytest.approx(-beta * found["yaw rate peak response time"])


def test_sine_steer():
    """One period by the linear equations and SciPy."""
    found = sine_steer(linear_car(), SPEED)
    A, B, C, D = matrices(SPEED)
    time = np.linspace(0.0, 2.0, 20001)
    steering = lambda t: np.sin(np.pi * t)
    x = solve_ivp(lambda t, x: A @ x + B * steering(t), (0.0, 2.0), [0.0, 0.0], t_eval=time, rtol=1e-9).y
    exact = C @ x + D[:, np.newaxis] * steering(time)
    for row, name in zip(exact, ("yaw rate", "lateral acceleration"), strict=True):
        assert found[f"{name} first gain"] == pytest.approx(row.max(), rel=SAMPLED_MANOEUVRE)
        assert found[f"{name} first lag"] == pytest.approx(time[row.argmax()] - 0.5, rel=SAMPLED_MANOEUVRE)
        assert found[f"{name} second gain"] == pytest.approx(-row.min(), rel=SAMPLED_MANOEUVRE)
        assert found[f"{name} second lag"] == pytest.approx(time[row.argmin()] - 1.5, rel=SAMPLED_MANOEUVRE)


@pytest.mark.parametrize("linearized", [0.0, 1.0])
def test_frequency_response(linearized: float):
    found = frequency_response(linear_car(), SPEED, linearized=linearized)
    f = found.table["frequency"]
    exact = response(SPEED, f)
    for i, name in enumerate(("yaw_rate", "a_y")):
        np.testing.assert_allclose(found.table[f"{name} gain"], np.abs(exact[:, i]), rtol=SAMPLED_MANOEUVRE)
        np.testing.assert_allclose(found.table[f"{name} phase"], np.degrees(np.unwrap(np.angle(exact[:, i]))), atol=np.degrees(SAMPLED_MANOEUVRE))
    fine = np.linspace(0.1, 4.0, 4000)
    yaw = np.abs(response(SPEED, fine)[:, 0])
    assert found["yaw rate bandwidth"] == pytest.approx(fine[yaw > abs(exact[0, 0]) / 2**0.5][-1], rel=SAMPLED_MANOEUVRE)


def test_a_car_that_is_steered_by_a_rate():
    """Linearized, the response to the angle is that to the rate times j w."""
    car = vehicle_of(BlockModel("Rate", DrivenSingleTrack()))
    measured, linear = (frequency_response(car, SPEED, linearized=linearized).table for linearized in (0.0, 1.0))
    for name in ("yaw_rate gain", "a_y gain"):
        np.testing.assert_allclose(measured[name], linear[name], rtol=SAMPLED_MANOEUVRE)


def test_a_published_vehicle():
    """CommonRoad's vehicle 1 (commonroad-vehicle-models 3.0.2) in a bend of 0.05 rad at 15 m/s, by its published trajectory."""
    data = {"m": 1225.8878467253344, "I_z": 1538.8533713561394, "l_f": 0.88392, "l_r": 1.50876, "h": 0.59436, "c": 21.92}
    car = vehicle_of(BlockModel("CommonRoad1", DrivenSingleTrack(**data)))
    found = step_steer(car, 15.0, 3.0)
    assert found["yaw rate gain"] == pytest.approx(0.3134560409 / 0.05, rel=MANOEUVRE)
    assert found["steady sideslip angle"] / found["steering amplitude"] == pytest.approx(0.0096632161 / 0.05, rel=MANOEUVRE)


def test_what_cannot_be_driven_is_refused():
    with pytest.raises(ProblemsFound, match="no variable 'wheel'") as refused:
        vehicle_of(BlockModel("Car", SingleTrack()), wheelbase=-1.0, names={"steering": "wheel", "wings": "x"}, brake_balance=2.0)
    assert len(refused.value.problems) == 4
    with pytest.raises(MbfmuError, match="less lateral acceleration"):
        step_steer(vehicle_of(BlockModel("Car", DrivenSingleTrack(c=1e-3)), steering_ratio=1.0), 5.0)
    with pytest.raises(MbfmuError, match="speed = -1"):
        step_steer(linear_car(), -1.0)
