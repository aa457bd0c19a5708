"""Revolute: rotation about one axis."""

import numpy as np

from ....base.spatial.rotations import about_z, axes_along
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import Axis
from .base import Joint
from .relative_turn import nearest_angle


class Revolute(Joint):
    """frame_b turns about the axis n of frame_a, by the angle phi.

    Motion subspace of the speed w, angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [ n ]
            [ 0 ]

    The frames coincide at phi = 0. phi and w are positive by the right-hand rule about n: where n is z, phi = pi/2 turns x of frame_b to y
    of frame_a.
    """

    n = Axis("axis of rotation, resolved in frame_a (and frame_b)", [0, 0, 1])
    phi_start = Parameter("rad", "angle at the start", 0.0, start=True)
    w_start = Parameter("rad/s", "angular velocity at the start", 0.0, start=True)
    phi = Output("rad", "angle of frame_b relative to frame_a")
    w = Output("rad/s", "angular velocity of frame_b relative to frame_a")
    a = Output("rad/s2", "angular acceleration of frame_b relative to frame_a")

    nq = nv = 1
    closure_units = ("rad", "rad", "m", "m", "m")
    coordinate_names, speed_names = ("phi",), ("w",)
    coordinate_units, speed_units = ("rad",), ("rad/s",)

    @staticmethod
    def layout(values):
        return axes_along(values["n"])  # n is z

    @staticmethod
    def motion(q):
        return about_z(q[0]), np.zeros(3)

    @staticmethod
    def subspace(q):
        return np.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]).T

    @staticmethod
    def closure(R, r):
        return np.array([R[0, 2], R[1, 2], *r])

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([nearest_angle(R[0, 0], R[1, 0], near[0])])

    @staticmethod
    def start(p):
        return np.array([p.phi_start]), np.array([p.w_start])

    @staticmethod
    def outputs(q, v, v_dot):
        return {"phi": q[0], "w": v[0], "a": v_dot[0]}
