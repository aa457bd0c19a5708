"""DoubleLaneChange: the track of a double lane change, as a driver sees it."""

import numpy as np

from ...base.scalars import maximum, minimum, norm
from ..declare.declarations import Input, Output, Parameter
from .base import Block

FAR, STEP = 1000.0, 0.5  # m: how far the course is known before and behind the changes, and its points apart in between


class DoubleLaneChange(Block):
    """The middle of the lanes of a double lane change after ISO 3888-1, and how far a car is from it.

    The track runs along x. It leads straight on, `width` to the left, straight on, and back, by polynomials of fifth degree, so that its curvature
    is continuous. Distances and angles to the left are positive.
    """

    begin = Parameter("m", "x at which the first change of lane begins", 15.0)
    length_out = Parameter("m", "length of the change to the left", 30.0, min=0.0, exclusive_min=True)
    length_there = Parameter("m", "length of the lane on the left", 25.0, min=0.0)
    length_back = Parameter("m", "length of the change back", 25.0, min=0.0, exclusive_min=True)
    width = Parameter("m", "distance of the lanes", 3.5)
    T_ahead = Parameter("s", "time by which the curvature ahead is seen before the car is there", 0.4, min=0.0)
    T_preview = Parameter("s", "time after which the car would be at the preview point", 0.9, min=0.0)
    nearest = Parameter("m", "how far ahead a standing driver looks", 1.0, min=0.0, exclusive_min=True)
    position = Input("m", "position of the car", shape=3)
    velocity = Input("m/s", "velocity of the car", shape=3)
    yaw = Input("rad", "heading of the car against x")
    offset = Output("m", "distance of the track to the left of the car")
    heading_error = Output("rad", "heading of the track less that of the car")
    curvature = Output("1/m", "curvature of the track at the car")
    curvature_ahead = Output("1/m", "curvature of the track where the car is after T_ahead")
    aim = Output("rad", "direction of the track's point after T_preview, less the heading of the car")

    @staticmethod
    def track(p, x):
        """y [m] of the middle of the lane at x [m], its slope and its curvature [1/m]."""
        y, slope, bend = 0.0, 0.0, 0.0
        back = p.begin + p.length_out + p.length_there
        for start, length, width in ((p.begin, p.length_out, p.width), (back, p.length_back, -p.width)):
            s = minimum(maximum((x - start) / length, 0.0), 1.0)
            y = y + width * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s)
            slope = slope + width / length * 30.0 * s * s * (1.0 - s) * (1.0 - s)
            bend = bend + width / (length * length) * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s)
        return y, slope, bend / (1.0 + slope * slope) ** 1.5

    @staticmethod
    def course(p):
        end = p.begin + p.length_out + p.length_there + p.length_back
        x = np.array([p.begin - FAR, *np.linspace(p.begin, end, int(np.ceil((end - p.begin) / STEP)) + 1), end + FAR])
        return np.array([[at, DoubleLaneChange.track(p, at)[0], 0.0] for at in x])

    @staticmethod
    def respond(p, u, t, x):
        speed = norm(u.velocity)
        at, y = u.position[0], u.position[1]
        track = DoubleLaneChange.track
        here, slope, curvature = track(p, at)
        distance = p.nearest + speed * p.T_preview
        there = track(p, at + distance)[0]
        return {}, {
            "offset": here - y,
            "heading_error": np.arctan(slope) - u.yaw,
            "curvature": curvature,
            "curvature_ahead": track(p, at + speed * p.T_ahead)[2],
            "aim": np.arctan((there - y) / distance) - u.yaw,
        }
