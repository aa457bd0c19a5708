"""A crosswind past a car in the plane, against the linear single-track model under the force of the air."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mbfmu import Aerodynamics, BlockModel, Body, Force, MbfmuError, Model, Planar, RollPitchYawSensor, SingleTrack, VelocitySensor, World
from mbfmu.model.declare.declarations import Input, Parameter
from mbfmu.model.declare.frame import Frame
from mbfmu.proving_ground.manoeuvres.crosswind import crosswind
from mbfmu.proving_ground.manoeuvres.vehicle_of import vehicle_of
from tests.tolerances import SMALL_ANGLES

from .single_track import BASE, CAR, matrices

AIR = {"A": 2.0, "l": BASE, "c_side": 2.0, "c_yaw": 0.5}
SPEED, WIND, ZONE, LENGTH = 27.8, 12.0, 25.0, 4.5
PLACE = 0.5 * (CAR["l_f"] - CAR["l_r"])  # m: of the middle between the axles, ahead of the centre of mass


class LinearAxle(Force):
    """An axle whose side force follows its slip angle."""

    attachments = {"frame_a": Frame}
    c = Parameter("N/rad", "cornering stiffness")
    steer = Input("rad", "angle of its wheels")

    @staticmethod
    def wrenches(p, u, t, a):
        v = a.R.T @ a.v
        return ((a.R @ np.array([0.0, p.c * (u.steer - v[1] / v[0]), 0.0]), np.zeros(3)),)


def planar_car() -> Model:
    """The single-track model as a body in the plane, with air and without drag."""
    model = Model("PlanarCar")
    speed = model.parameter("speed", 10.0, "m/s", "speed at the start")
    model.world, model.body = World(g=0), Body(m=CAR["m"], I=[400.0, 2300.0, CAR["I_z"]])
    model.plane = Planar(model.world.frame_b, model.body.frame_a, n=[0, 0, 1], v_x_start=speed)
    model.front = LinearAxle(model.body.at([CAR["l_f"], 0, 0]), c=CAR["c_f"])
    model.rear = LinearAxle(model.body.at([-CAR["l_r"], 0, 0]), c=CAR["c_r"])
    model.air = Aerodynamics(model.body.at([PLACE, 0, 0]), **AIR)
    model.velocity, model.angles = VelocitySensor(model.body.frame_a), RollPitchYawSensor(model.body.frame_a)
    outputs = {"v_x": model.velocity.v_x, "v_y": model.velocity.v_y, "turning": model.velocity.w, "yaw": model.angles.yaw}
    outputs |= {"x": model.plane.s_x, "y": model.plane.s_y}
    model.expose(inputs={"steering": model.front.steer, "gust": model.air.gust}, outputs=outputs)
    return model


def linear_run() -> tuple[float, float, float]:
    """Way aside, yaw angle and yaw rate after 2 s, by the side force k s (w - v_y) c_side of the air in the car's linear equations."""
    A = matrices(SPEED)[0]
    k = 0.5 * 1.225 * AIR["A"]

    def rates(t, x):
        beta, r, psi, _ = x
        way = SPEED * t
        covered = (np.clip(way, 0.0, LENGTH) - np.clip(way - ZONE, 0.0, LENGTH)) / LENGTH
        against = WIND * covered - SPEED * beta
        pushed = k * np.hypot(SPEED, against) * against
        force, moment = AIR["c_side"] * pushed, BASE * AIR["c_yaw"] * pushed + PLACE * AIR["c_side"] * pushed
        beta_dot, r_dot = A @ [beta, r] + [force / (CAR["m"] * SPEED), moment / CAR["I_z"]]
        return [beta_dot, r_dot, r, SPEED * (beta + psi)]

    _, r, psi, y = solve_ivp(rates, (0.0, 2.0), np.zeros(4), rtol=1e-9, atol=1e-12, max_step=0.01).y[:, -1]
    return y, np.degrees(psi), np.degrees(r)


def test_it_is_moved_and_turned_as_the_linear_car():
    found = crosswind(vehicle_of(planar_car(), BASE, length=LENGTH), SPEED, WIND, ZONE)
    y, yaw, yaw_rate = linear_run()
    assert found["lateral deviation after 2 s"] == pytest.approx(y, rel=SMALL_ANGLES)
    assert found["yaw angle after 2 s"] == pytest.approx(yaw, rel=SMALL_ANGLES)
    assert found["yaw rate after 2 s"] == pytest.approx(yaw_rate, abs=SMALL_ANGLES * found["largest yaw rate"])


def test_a_car_without_air_is_refused():
    with pytest.raises(MbfmuError, match="has no input for its gust"):
        crosswind(vehicle_of(BlockModel("Car", SingleTrack())))


def test_a_zone_without_length_is_refused():
    with pytest.raises(MbfmuError, match="zone = 0 m must be > 0"):
        crosswind(vehicle_of(planar_car(), BASE), zone=0)
