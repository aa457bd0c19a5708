"""SingleTrack: a car on a plane, its axles as one wheel each, with tires that are linear in the slip angle."""

import numpy as np

from ..declare.declarations import Input, Output, Parameter, State
from .base import Block


class SingleTrack(Block):
    """The linear single-track model of a car at constant speed, on a plane on which it may turn as far as it likes.

    Angles of slip and steering are small; x and y follow from the heading exactly. Positive angles turn to the left.
    Source: Riekert & Schunck (1940), Zur Fahrmechanik des gummibereiften Kraftfahrzeugs, Ingenieur-Archiv 11.
    """

    m = Parameter("kg", "mass", 1500.0, min=0.0, exclusive_min=True)
    I_z = Parameter("kg.m2", "moment of inertia about the vertical", 2500.0, min=0.0, exclusive_min=True)
    l_f = Parameter("m", "centre of mass to front axle", 1.2, min=0.0)
    l_r = Parameter("m", "centre of mass to rear axle", 1.6, min=0.0)
    c_f = Parameter("N/rad", "cornering stiffness of the front axle", 80e3, min=0.0)
    c_r = Parameter("N/rad", "cornering stiffness of the rear axle", 100e3, min=0.0)
    v = Parameter("m/s", "speed", 20.0, min=0.0, exclusive_min=True)
    beta_start = Parameter("rad", "side-slip angle at the start", 0.0, start=True)
    yaw_rate_start = Parameter("rad/s", "yaw rate at the start", 0.0, start=True)
    yaw_start = Parameter("rad", "heading at the start", 0.0, start=True)
    x_start = Parameter("m", "position at the start", 0.0, start=True)
    y_start = Parameter("m", "position to the left at the start", 0.0, start=True)
    steer = Input("rad", "steering angle of the front wheels")
    beta = Output("rad", "side-slip angle: of the velocity against the car")
    yaw_rate = Output("rad/s", "yaw rate")
    yaw = Output("rad", "heading against x")
    x = Output("m", "position of the centre of mass")
    y = Output("m", "position of the centre of mass, to the left")
    a_y = Output("m/s2", "acceleration to the left")
    beta_state = State("rad", "side-slip angle")
    yaw_rate_state = State("rad/s", "yaw rate")
    yaw_state = State("rad", "heading")
    x_state = State("m", "position")
    y_state = State("m", "position to the left")

    @staticmethod
    def respond(p, u, t, x):
        beta, yaw_rate = x.beta_state, x.yaw_rate_state
        front = p.c_f * (u.steer - beta - p.l_f * yaw_rate / p.v)
        rear = p.c_r * (p.l_r * yaw_rate / p.v - beta)
        a_y = (front + rear) / p.m
        rates = {
            "beta_state": a_y / p.v - yaw_rate,
            "yaw_rate_state": (p.l_f * front - p.l_r * rear) / p.I_z,
            "yaw_state": yaw_rate,
            "x_state": p.v * np.cos(x.yaw_state + beta),
            "y_state": p.v * np.sin(x.yaw_state + beta),
        }
        return rates, {"beta": beta, "yaw_rate": yaw_rate, "yaw": x.yaw_state, "x": x.x_state, "y": x.y_state, "a_y": a_y}
