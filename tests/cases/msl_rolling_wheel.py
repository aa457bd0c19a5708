"""Modelica's MultiBody.Examples.Elementary.RollingWheel: a wheel that rolls without slipping, kicked sideways."""

from dataclasses import replace

import numpy as np

from mbfmu import Body, FreeMotion, Model, OrientationSensor, RollingWheel, World
from mbfmu.base.spatial.rotations import about_x, about_y, about_z

from .case import Case, Published, published
from .signals import rotations

RADIUS = 0.3


def model(formulation: str) -> Model:
    """The axle is y of the wheel."""
    model = Model("RollingWheel")
    model.world = World(g=9.81)
    model.wheel = Body(m=2.0, I=[0.12, 0.06, 0.12])
    model.free = FreeMotion(model.world.frame_b, model.wheel.frame_a, r_start=[0.2, 0.2, RADIUS], v_start=[1.5, -0.3, 0], w_start=[1, 5, 0])
    model.rolling = RollingWheel(model.world.frame_b, model.wheel.frame_a, radius=RADIUS)
    model.sensor = OrientationSensor(model.wheel.frame_a)
    model.expose(outputs={"r": model.free.r, "w": model.free.w, "R": model.sensor.R})
    return model


def measure(signals):
    """Where the wheel's centre is, how the wheel stands, and how it turns."""
    return {"r": signals["r"][:, :2], "R": rotations(signals["R"]), "w": signals["w"]}


def reference() -> dict[str, Published]:
    """Angles and their rates as rotations and angular velocities: near a2 = 90 deg the angles themselves are badly conditioned."""
    given = published("msl_rolling_wheel")
    angles, rates = given["angles"], given["der_angles"]
    turned = zip(angles.values, rates.values)
    R = np.array([about_z(a1) @ about_y(a2) @ about_x(a3) for a1, a2, a3 in angles.values])
    w = np.array([angular_velocity(a, a_dot) for a, a_dot in turned])
    return {"r": given["r"], "R": replace(angles, values=R), "w": replace(rates, values=w)}


def angular_velocity(angles: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """The angular velocity of Rz(a1) Ry(a2) Rx(a3), resolved in the turned frame."""
    x, y, z = np.eye(3)
    return rates[2] * x + about_x(angles[2]).T @ (rates[1] * y + about_y(angles[1]).T @ (rates[0] * z))


CASES = (Case("msl_rolling_wheel", model, reference(), 4.0, 0.05, 1e-11, measure=measure),)
