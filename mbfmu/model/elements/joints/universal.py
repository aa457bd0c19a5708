"""Universal: rotation about two perpendicular axes, one in each frame."""

import numpy as np

from ....base.spatial.rotations import about_x, about_y, axes_along
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import Axis
from .base import Joint
from .relative_turn import nearest_angle


class Universal(Joint):
    """frame_b turns about n_a of frame_a and, after that, about n_b of frame_b, which must be perpendicular.

    Motion subspace of the speeds (w_a, w_b), angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [ cos(phi_b) n_a + sin(phi_b) n_a x n_b    n_b ]
            [                    0                      0  ]

    The frames coincide at phi_a = phi_b = 0. phi_a and w_a are positive by the right-hand rule about n_a, phi_b and w_b by that about n_b.
    """

    n_a = Axis("first axis, resolved in frame_a", [1, 0, 0])
    n_b = Axis("second axis, resolved in frame_b", [0, 1, 0])
    phi_a_start = Parameter("rad", "angle about n_a at the start", 0.0, start=True)
    phi_b_start = Parameter("rad", "angle about n_b at the start", 0.0, start=True)
    w_a_start = Parameter("rad/s", "angular velocity about n_a at the start", 0.0, start=True)
    w_b_start = Parameter("rad/s", "angular velocity about n_b at the start", 0.0, start=True)
    phi_a = Output("rad", "angle about n_a")
    phi_b = Output("rad", "angle about n_b")
    w_a = Output("rad/s", "angular velocity about n_a")
    w_b = Output("rad/s", "angular velocity about n_b")

    nq = nv = 2
    closure_units = ("rad", "m", "m", "m")
    coordinate_names, speed_names = ("phi_a", "phi_b"), ("w_a", "w_b")
    coordinate_units, speed_units = ("rad",) * 2, ("rad/s",) * 2

    def own_problems(self):
        problems = super().own_problems()
        cosine = float(self.values["n_a"] @ self.values["n_b"])
        if not problems and abs(cosine) > 1e-9:
            angle = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
            problems.append(f"{self.path}: n_a and n_b stand at {angle:.6g} deg; they must be perpendicular (90 deg)")
        return problems

    @staticmethod
    def layout(values):
        if np.linalg.norm(np.cross(values["n_a"], values["n_b"])) < 1e-9:
            return np.eye(3)  # reported by own_problems
        return axes_along(np.cross(values["n_a"], values["n_b"]), values["n_a"])  # n_a is x, n_b is y

    @staticmethod
    def motion(q):
        return about_x(q[0]) @ about_y(q[1]), np.zeros(3)

    @staticmethod
    def subspace(q):
        c, s = np.cos(q[1]), np.sin(q[1])
        return np.array([[c, 0.0, s, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]]).T

    @staticmethod
    def bias(q, v):
        c, s = np.cos(q[1]), np.sin(q[1])
        ww = v[0] * v[1]
        return np.array([-s * ww, 0.0, c * ww, 0.0, 0.0, 0.0])

    @staticmethod
    def closure(R, r):
        return np.array([R[0, 1], *r])

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([nearest_angle(R[1, 1], R[2, 1], near[0]), nearest_angle(R[0, 0], R[0, 2], near[1])])

    @staticmethod
    def start(p):
        return np.array([p.phi_a_start, p.phi_b_start]), np.array([p.w_a_start, p.w_b_start])

    @staticmethod
    def outputs(q, v, v_dot):
        return {"phi_a": q[0], "phi_b": q[1], "w_a": v[0], "w_b": v[1]}
