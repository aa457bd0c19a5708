"""DrivenSingleTrack: a car on a plane that is steered, driven and braked, its axles as one wheel each."""

import numpy as np

from ...base.scalars import limited, switch
from ..declare.declarations import Input, Output, Parameter, State
from .base import Block


class DrivenSingleTrack(Block):
    """A single-track model with changing speed, whose tires are linear in the slip angle and proportional to their load.

    Acceleration shifts load from axle to axle. Forward it is limited to a_max, and to a_max v_switch / v above v_switch, as by the power of an
    engine; backward to a_max. Below v_low lateral velocities of tires are taken relative to v_low, so that the car may stop, and reverse.
    Source: Althoff, Koschi & Manzinger (2017), CommonRoad: composable benchmarks for motion planning on roads, vehicle model ST.
    """

    m = Parameter("kg", "mass", 1200.0, min=0.0, exclusive_min=True)
    I_z = Parameter("kg.m2", "moment of inertia about the vertical", 1700.0, min=0.0, exclusive_min=True)
    l_f = Parameter("m", "centre of mass to front axle", 1.1, min=0.0)
    l_r = Parameter("m", "centre of mass to rear axle", 1.5, min=0.0)
    h = Parameter("m", "height of the centre of mass", 0.55, min=0.0)
    c = Parameter("1/rad", "cornering stiffness of tires over their load", 20.0, min=0.0)
    a_max = Parameter("m/s2", "largest acceleration and deceleration", 9.0, min=0.0)
    v_switch = Parameter("m/s", "speed above which the power limits the acceleration", 7.0, min=0.0, exclusive_min=True)
    steer_rate_max = Parameter("rad/s", "largest rate of the steering angle", 0.4, min=0.0)
    v_low = Parameter("m/s", "speed below which lateral velocities of tires count relative to it", 0.1, min=0.0, exclusive_min=True)
    g = Parameter("m/s2", "acceleration of gravity", 9.81, min=0.0)
    x_start = Parameter("m", "position at the start", 0.0, start=True)
    y_start = Parameter("m", "position to the left at the start", 0.0, start=True)
    steer_start = Parameter("rad", "steering angle at the start", 0.0, start=True)
    v_start = Parameter("m/s", "speed at the start", 15.0, start=True)
    yaw_start = Parameter("rad", "heading at the start", 0.0, start=True)
    yaw_rate_start = Parameter("rad/s", "yaw rate at the start", 0.0, start=True)
    beta_start = Parameter("rad", "side-slip angle at the start", 0.0, start=True)
    steer_rate = Input("rad/s", "wanted rate of the steering angle of the front wheels")
    a = Input("m/s2", "wanted acceleration along the path")
    x = Output("m", "position of the centre of mass")
    y = Output("m", "position of the centre of mass, to the left")
    steer = Output("rad", "steering angle of the front wheels")
    v = Output("m/s", "speed along the path")
    yaw = Output("rad", "heading against x")
    yaw_rate = Output("rad/s", "yaw rate")
    beta = Output("rad", "side-slip angle: of the velocity against the car")
    x_state = State("m", "position")
    y_state = State("m", "position to the left")
    steer_state = State("rad", "steering angle")
    v_state = State("m/s", "speed")
    yaw_state = State("rad", "heading")
    yaw_rate_state = State("rad/s", "yaw rate")
    beta_state = State("rad", "side-slip angle")

    @staticmethod
    def respond(p, u, t, x):
        v, beta, yaw_rate = x.v_state, x.beta_state, x.yaw_rate_state
        power = p.a_max * p.v_switch / switch("power", v - p.v_switch, v, p.v_switch)
        a = limited("a", u.a, -p.a_max, power)
        fast = switch("fast", abs(v) - p.v_low, abs(v), p.v_low)
        along = switch("forward", v, fast, -fast)
        base = p.l_f + p.l_r
        front = p.c * p.m * (p.g * p.l_r - a * p.h) / base * (v * (x.steer_state - beta) - p.l_f * yaw_rate) / fast
        rear = p.c * p.m * (p.g * p.l_f + a * p.h) / base * (p.l_r * yaw_rate - v * beta) / fast
        rates = {
            "x_state": v * np.cos(x.yaw_state + beta),
            "y_state": v * np.sin(x.yaw_state + beta),
            "steer_state": limited("steer_rate", u.steer_rate, -p.steer_rate_max, p.steer_rate_max),
            "v_state": a,
            "yaw_state": yaw_rate,
            "yaw_rate_state": (p.l_f * front - p.l_r * rear) / p.I_z,
            "beta_state": (front + rear) / (p.m * along) - yaw_rate,
        }
        shown = ("x", "y", "steer", "v", "yaw", "yaw_rate", "beta")
        return rates, {name: x[f"{name}_state"] for name in shown}
