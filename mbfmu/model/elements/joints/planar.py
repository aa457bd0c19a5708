"""Planar: translation in a plane and rotation about its normal."""

import numpy as np

from ....base.spatial.rotations import about_z, axes_along, cross
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import Axis
from .base import Joint
from .relative_turn import nearest_angle


class Planar(Joint):
    """frame_b slides in the plane through frame_a with normal n, by s_x and s_y, and turns about n, by the angle phi.

    Motion subspace of the speeds (v_x, v_y, w), angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [               0                               0                n ]
            [ cos(phi) n_x - sin(phi) n_y     sin(phi) n_x + cos(phi) n_y    0 ]

    n_y is n x n_x, and n_x its part in the plane, of length one. The frames coincide at s_x = s_y = 0, phi = 0. s_x and v_x are positive
    along n_x of frame_a, s_y and v_y along n_y of frame_a, phi and w by the right-hand rule about n.
    """

    n = Axis("normal of the plane, resolved in frame_a (and frame_b)", [0, 0, 1])
    n_x = Axis("direction of s_x in the plane, resolved in frame_a", [1, 0, 0])
    s_x_start = Parameter("m", "displacement along n_x at the start", 0.0, start=True)
    s_y_start = Parameter("m", "displacement along n x n_x at the start", 0.0, start=True)
    phi_start = Parameter("rad", "angle about n at the start", 0.0, start=True)
    v_x_start = Parameter("m/s", "velocity along n_x at the start", 0.0, start=True)
    v_y_start = Parameter("m/s", "velocity along n x n_x at the start", 0.0, start=True)
    w_start = Parameter("rad/s", "angular velocity about n at the start", 0.0, start=True)
    s_x = Output("m", "displacement along n_x")
    s_y = Output("m", "displacement along n x n_x")
    phi = Output("rad", "angle about n")
    v_x = Output("m/s", "velocity along n_x")
    v_y = Output("m/s", "velocity along n x n_x")
    w = Output("rad/s", "angular velocity about n")

    nq = nv = 3
    closure_units = ("rad", "rad", "m")
    coordinate_names, speed_names = ("s_x", "s_y", "phi"), ("v_x", "v_y", "w")
    coordinate_units, speed_units = ("m", "m", "rad"), ("m/s", "m/s", "rad/s")

    def own_problems(self):
        problems = super().own_problems()
        if not problems and np.linalg.norm(np.cross(self.values["n"], self.values["n_x"])) < 1e-9:
            problems.append(f"{self.path}: n_x is parallel to n; give a direction in the plane")
        return problems

    @staticmethod
    def layout(values):
        if np.linalg.norm(np.cross(values["n"], values["n_x"])) < 1e-9:
            return np.eye(3)  # reported by own_problems
        return axes_along(values["n"], values["n_x"])  # n is z, n_x is x

    @staticmethod
    def motion(q):
        return about_z(q[2]), np.array([q[0], q[1], 0.0])

    @staticmethod
    def subspace(q):
        c, s = np.cos(q[2]), np.sin(q[2])
        x, y = [0.0, 0.0, 0.0, c, -s, 0.0], [0.0, 0.0, 0.0, s, c, 0.0]
        return np.array([x, y, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]).T

    @staticmethod
    def bias(q, v):
        w, v_a = np.array([0.0, 0.0, v[2]]), np.array([v[0], v[1], 0.0])
        return np.array([0.0, 0.0, 0.0, *(about_z(q[2]).T @ -cross(w, v_a))])

    @classmethod
    def turning(cls, q, v, spin):
        turn, still = v[2] * np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]), np.zeros((3, 3))
        return np.block([[turn, still], [still, turn]])

    @staticmethod
    def closure(R, r):
        return np.array([R[0, 2], R[1, 2], r[2]])

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([r[0], r[1], nearest_angle(R[0, 0], R[1, 0], near[2])])

    @staticmethod
    def start(p):
        q = np.array([p.s_x_start, p.s_y_start, p.phi_start])
        return q, np.array([p.v_x_start, p.v_y_start, p.w_start])

    @staticmethod
    def outputs(q, v, v_dot):
        return {"s_x": q[0], "s_y": q[1], "phi": q[2], "v_x": v[0], "v_y": v[1], "w": v[2]}
