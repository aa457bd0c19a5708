"""Spherical: any rotation about one point."""

import numpy as np

from ....base.spatial import euler_parameters
from ....base.spatial.rotations import skew
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import EulerParameters
from .base import Joint
from .relative_turn import nearest_parameters


class Spherical(Joint):
    """frame_b turns freely about the origin of frame_a, described by Euler parameters: no position is singular.

    Motion subspace of the speeds w, angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [ 1 ]
            [ 0 ]

    Here 1 is the identity (3, 3). The Euler parameters Q = (e, e4), e = n sin(theta/2) and e4 = cos(theta/2), turn frame_b about n by
    theta, positive by the right-hand rule. They change with Q_dot = N(Q) w, where

        N(Q) = 1/2 [ e4 1 + skew(e) ]
                   [     -e^T       ]

    and by (1 - Q^T Q) Q [1/s] besides, which brings their length back to one. The frames coincide at Q = (0, 0, 0, 1). w is positive by the
    right-hand rule about the axes of frame_b.
    """

    Q_start = EulerParameters("Euler parameters (e1, e2, e3, e4 = cos) at the start")
    w_start = Parameter("rad/s", "angular velocity at the start, resolved in frame_b", [0, 0, 0], shape=3, start=True)
    Q = Output("1", "Euler parameters (e1, e2, e3, e4 = cos) of frame_b relative to frame_a", shape=4)
    w = Output("rad/s", "angular velocity of frame_b relative to frame_a, resolved in frame_b", shape=3)

    nq, nv = 4, 3
    spins = True
    closure_units = ("m", "m", "m")
    coordinate_names, speed_names = ("Q[1]", "Q[2]", "Q[3]", "Q[4]"), ("w[1]", "w[2]", "w[3]")
    coordinate_units, speed_units = ("1",) * 4, ("rad/s",) * 3

    check_messages = ("{Q_start} must not be zero (Euler parameters at the start)",)

    @staticmethod
    def checks(p):
        return np.array([p.Q_start @ p.Q_start])

    @staticmethod
    def motion(q):
        return euler_parameters.rotation(q), np.zeros(3)

    @staticmethod
    def subspace(q):
        return np.eye(6)[:, :3]

    @staticmethod
    def rate(q, v):
        return euler_parameters.rate(q, v)

    @classmethod
    def turning(cls, q, v, spin):
        w = euler_parameters.rotation(q) @ (v - spin)
        return np.block([[euler_parameters.turned(w, spin), np.zeros((4, 3))], [np.zeros((3, 4)), -skew(spin)]])

    @staticmethod
    def closure(R, r):
        return r

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return nearest_parameters(R, near)

    @staticmethod
    def start(p):
        return p.Q_start / (p.Q_start @ p.Q_start) ** 0.5, p.w_start

    @staticmethod
    def outputs(q, v, v_dot):
        return {"Q": q / (q @ q) ** 0.5, "w": v}
