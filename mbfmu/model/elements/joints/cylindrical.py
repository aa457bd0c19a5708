"""Cylindrical: rotation about and translation along the same axis."""

import numpy as np

from ....base.spatial.rotations import about_z, axes_along
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import Axis
from .base import Joint
from .relative_turn import nearest_angle


class Cylindrical(Joint):
    """frame_b turns about the axis n of frame_a, by the angle phi, and slides along it, by the displacement s.

    Motion subspace of the speeds (w, v), angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [ n  0 ]
            [ 0  n ]

    The frames coincide at phi = 0, s = 0. phi and w are positive by the right-hand rule about n, s and v where frame_b lies, or moves,
    along n from frame_a.
    """

    n = Axis("axis of rotation and translation, resolved in frame_a (and frame_b)", [0, 0, 1])
    phi_start = Parameter("rad", "angle at the start", 0.0, start=True)
    s_start = Parameter("m", "displacement at the start", 0.0, start=True)
    w_start = Parameter("rad/s", "angular velocity at the start", 0.0, start=True)
    v_start = Parameter("m/s", "velocity at the start", 0.0, start=True)
    phi = Output("rad", "angle of frame_b relative to frame_a")
    s = Output("m", "displacement of frame_b relative to frame_a")
    w = Output("rad/s", "angular velocity of frame_b relative to frame_a")
    v = Output("m/s", "velocity of frame_b relative to frame_a")

    nq = nv = 2
    closure_units = ("rad", "rad", "m", "m")
    coordinate_names, speed_names = ("phi", "s"), ("w", "v")
    coordinate_units, speed_units = ("rad", "m"), ("rad/s", "m/s")

    @staticmethod
    def layout(values):
        return axes_along(values["n"])  # n is z

    @staticmethod
    def motion(q):
        return about_z(q[0]), np.array([0.0, 0.0, q[1]])

    @staticmethod
    def subspace(q):
        return np.array([[0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]]).T

    @staticmethod
    def closure(R, r):
        return np.array([R[0, 2], R[1, 2], r[0], r[1]])

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([nearest_angle(R[0, 0], R[1, 0], near[0]), r[2]])

    @staticmethod
    def start(p):
        return np.array([p.phi_start, p.s_start]), np.array([p.w_start, p.v_start])

    @staticmethod
    def outputs(q, v, v_dot):
        return {"phi": q[0], "s": q[1], "w": v[0], "v": v[1]}
