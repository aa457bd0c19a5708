"""Prismatic: translation along one axis."""

import numpy as np

from ....base.spatial.rotations import axes_along
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import Axis
from .base import Joint
from .relative_turn import misalignment


class Prismatic(Joint):
    """frame_b slides along the axis n of frame_a, by the displacement s.

    Motion subspace of the speed v, angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [ 0 ]
            [ n ]

    The frames coincide at s = 0. s and v are positive where frame_b lies, or moves, along n from frame_a.
    """

    n = Axis("axis of translation, resolved in frame_a (and frame_b)", [1, 0, 0])
    s_start = Parameter("m", "displacement at the start", 0.0, start=True)
    v_start = Parameter("m/s", "velocity at the start", 0.0, start=True)
    s = Output("m", "displacement of frame_b relative to frame_a")
    v = Output("m/s", "velocity of frame_b relative to frame_a")
    a = Output("m/s2", "acceleration of frame_b relative to frame_a")

    nq = nv = 1
    closure_units = ("rad", "rad", "rad", "m", "m")
    coordinate_names, speed_names = ("s",), ("v",)
    coordinate_units, speed_units = ("m",), ("m/s",)

    @staticmethod
    def layout(values):
        return axes_along(values["n"])  # n is z

    @staticmethod
    def motion(q):
        return np.eye(3), np.array([0.0, 0.0, q[0]])

    @staticmethod
    def subspace(q):
        return np.array([[0.0, 0.0, 0.0, 0.0, 0.0, 1.0]]).T

    @staticmethod
    def closure(R, r):
        return np.array([*misalignment(R), r[0], r[1]])

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([r[2]])

    @staticmethod
    def start(p):
        return np.array([p.s_start]), np.array([p.v_start])

    @staticmethod
    def outputs(q, v, v_dot):
        return {"s": q[0], "v": v[0], "a": v_dot[0]}
