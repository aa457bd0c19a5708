"""LaneController: steers a car along the middle of its lane by a state feedback."""

import numpy as np

from ..declare.declarations import Input, Output, Parameter
from .base import Block


class LaneController(Block):
    """Keeps a car in the middle of its lane: the steering angle of a steady bend, less a state feedback of the deviations from it.

    The deviations are those of slip angle, yaw rate, heading and position to the left, which are the states of a linear single-track car. In a bend
    of the curvature c this car steers by c (l_f + l_r + EG v^2), with EG = m (l_r / c_f - l_f / c_r) / (l_f + l_r), and slips by
    c (l_r - m l_f v^2 / ((l_f + l_r) c_r)). `lane_controller` designs the gains k. Inputs are those of a driver: a track, and the motion of the car.
    Source: Riekert & Schunck (1940), Zur Fahrmechanik des gummibereiften Kraftfahrzeugs, Ingenieur-Archiv 11, for the car.
    """

    m = Parameter("kg", "mass", 1500.0, min=0.0, exclusive_min=True)
    l_f = Parameter("m", "centre of mass to front axle", 1.2, min=0.0, exclusive_min=True)
    l_r = Parameter("m", "centre of mass to rear axle", 1.6, min=0.0)
    c_f = Parameter("N/rad", "cornering stiffness of the front axle", 80e3, min=0.0, exclusive_min=True)
    c_r = Parameter("N/rad", "cornering stiffness of the rear axle", 100e3, min=0.0, exclusive_min=True)
    k_slip = Parameter("1", "steering angle less for each unit of slip angle", 0.0)
    k_turning = Parameter("s", "steering angle less for each unit of yaw rate", 0.1)
    k_heading = Parameter("1", "steering angle less for each unit of heading", 1.0)
    k_left = Parameter("rad/m", "steering angle less for each unit of position to the left", 0.1)
    ahead = Parameter("m", "how far ahead of the centre of mass the track is measured", 0.0)
    travel = Parameter("m/rad", "travel of the rack for each unit of the steering angle", 0.135)
    steering_ratio = Parameter("1", "angle of the steering wheel for each unit of the steering angle", 16.0)
    v_low = Parameter("m/s", "speed below which the car counts as standing", 0.1, min=0.0, exclusive_min=True)
    offset = Input("m", "distance of the track to the left of the car")
    heading_error = Input("rad", "heading of the track less that of the car")
    curvature = Input("1/m", "curvature of the track")
    velocity = Input("m/s", "velocity of the car's centre of mass", shape=3)
    turning = Input("rad/s", "angular velocity of the car in its own axes", shape=3)
    yaw = Input("rad", "heading of the car")
    left = Output("m", "position of the centre of mass to the left of the track")
    steering = Output("m", "travel of the rack, positive to the left")
    angle = Output("rad", "steering angle of the front wheels, to the left")
    steering_wheel = Output("rad", "angle of the steering wheel, to the left")

    @staticmethod
    def respond(p, u, t, x):
        c, base = u.curvature, p.l_f + p.l_r
        along = np.cos(u.yaw) * u.velocity[0] + np.sin(u.yaw) * u.velocity[1]
        across = np.cos(u.yaw) * u.velocity[1] - np.sin(u.yaw) * u.velocity[0]
        forward = (along * along + p.v_low * p.v_low) ** 0.5  # at a standstill nothing slips
        square = along * along + across * across
        slip = c * (p.l_r - p.m * p.l_f * square / (base * p.c_r))
        heading = c * p.ahead - u.heading_error
        left = -u.offset - p.ahead * heading + 0.5 * c * p.ahead * p.ahead
        turn = p.k_slip * (np.arctan2(across, forward) - slip) + p.k_turning * (u.turning[2] - c * square**0.5)
        keep = p.k_heading * (heading + slip) + p.k_left * left
        angle = c * (base + p.m * (p.l_r / p.c_f - p.l_f / p.c_r) / base * square) - turn - keep
        return {}, {"left": left, "angle": angle, "steering": p.travel * angle, "steering_wheel": p.steering_ratio * angle}
