"""Esc: keeps a car turning as its driver steers."""

from __future__ import annotations

import numpy as np

from ...base.scalars import maximum, minimum, where
from ..declare.declarations import Discrete, Input, Output, Parameter
from .base import Block

CORNERS = ("FL", "FR", "RL", "RR")


class Esc(Block):
    """The electronic stability control of a car: it is sampled, compares the yaw rate with that of a single-track car and brakes single wheels.

    The wanted yaw rate is that of a steady bend, v steer / (wheelbase (1 + (v / v_ch)^2)), at most 0.85 mu g / v, as friction allows, with a lag
    T. The torque that it adds is k times the error of the yaw rate beyond `dead_zone`, at most torque_max. A car that turns too little
    is braked at the rear wheel on the inner side of the bend, one that turns too much at the front wheel on the outer side. It adds nothing below
    v_min. Its torques are demands for the brakes, those of the driver included: `Abs` behind it keeps the wheels from locking.

    Source: Rajamani (2012), Vehicle Dynamics and Control, 2nd ed., sec. 8.2 and 8.3, for the wanted yaw rate and its limit; van Zanten (2000), Bosch
    ESP systems: 5 years of experience, SAE 2000-01-1633, for the choice of the wheel.
    """

    period = Parameter("s", "time between updates", 5e-3, min=0.0, exclusive_min=True, start=True)
    offset = Parameter("s", "time from the start to the first update", 0.0, min=0.0, start=True)
    wheelbase = Parameter("m", "distance of the axles", 2.7, min=0.0, exclusive_min=True)
    v_ch = Parameter("m/s", "characteristic speed, at which the yaw rate for a steering angle is largest", 25.0, min=0.0, exclusive_min=True)
    mu = Parameter("1", "friction of the road that is counted on", 1.0, min=0.0, exclusive_min=True)
    g = Parameter("m/s2", "gravity", 9.81, min=0.0, exclusive_min=True)
    T = Parameter("s", "lag of the wanted yaw rate", 0.1, min=0.0, exclusive_min=True)
    dead_zone = Parameter("rad/s", "by how much the yaw rate may miss the wanted one", 0.05, min=0.0)
    k = Parameter("N.m.s/rad", "torque of the brake for each unit of the error of the yaw rate beyond that", 1e4, min=0.0)
    torque_max = Parameter("N.m", "largest torque that it adds", 2e3, min=0.0)
    v_min = Parameter("m/s", "speed below which it does nothing", 5.0, min=0.0, exclusive_min=True)
    steer = Input("rad", "steering angle of the front wheels, to the left")
    v = Input("m/s", "speed of the car, forward")
    turning = Input("rad/s", "angular velocity of the car in its own axes", shape=3)
    demand_FL = Input("N.m", "torque that the driver asks of the front left brake, not negative")
    demand_FR = Input("N.m", "torque that the driver asks of the front right brake, not negative")
    demand_RL = Input("N.m", "torque that the driver asks of the rear left brake, not negative")
    demand_RR = Input("N.m", "torque that the driver asks of the rear right brake, not negative")
    torque_FL = Output("N.m", "torque asked of the front left brake")
    torque_FR = Output("N.m", "torque asked of the front right brake")
    torque_RL = Output("N.m", "torque asked of the rear left brake")
    torque_RR = Output("N.m", "torque asked of the rear right brake")
    wanted = Output("rad/s", "wanted yaw rate at the last update")
    wanted_state = Discrete("rad/s", "wanted yaw rate")
    added_FL = Discrete("N.m", "torque that it adds to the front left brake")
    added_FR = Discrete("N.m", "torque that it adds to the front right brake")
    added_RL = Discrete("N.m", "torque that it adds to the rear left brake")
    added_RR = Discrete("N.m", "torque that it adds to the rear right brake")

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"wanted": r.wanted_state, **{f"torque_{corner}": u[f"demand_{corner}"] + r[f"added_{corner}"] for corner in CORNERS}}

    @staticmethod
    def update(p, u, t, x, r):
        v, yaw_rate = maximum(u.v, p.v_min), u.turning[2]
        most = 0.85 * p.mu * p.g / v
        steady = v * u.steer / (p.wheelbase * (1.0 + (v / p.v_ch) * (v / p.v_ch)))
        lagging = np.exp(-p.period / p.T)
        wanted = lagging * r.wanted_state + (1.0 - lagging) * minimum(maximum(steady, -most), most)
        missing = wanted - yaw_rate
        torque = minimum(p.k * maximum(abs(missing) - p.dead_zone, 0.0), p.torque_max)
        torque = where(u.v > p.v_min, torque, 0.0)
        left, rear = missing > 0.0, missing * yaw_rate > 0.0  # braking on the left turns the car to the left
        at_rear = where(rear, torque, 0.0)
        at_front = torque - at_rear
        return {
            "wanted_state": wanted,
            "added_FL": where(left, at_front, 0.0),
            "added_FR": where(left, 0.0, at_front),
            "added_RL": where(left, at_rear, 0.0),
            "added_RR": where(left, 0.0, at_rear),
        }
