"""QuaternionCoordinates: free motion in a position and Euler parameters whose length is held by a constraint."""

import numpy as np

from ....base.spatial import euler_parameters
from ....base.spatial.rotations import skew
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import EulerParameters
from .coordinates import Coordinates
from .relative_turn import nearest_parameters


class QuaternionCoordinates(Coordinates):
    """frame_b moves freely relative to frame_a in r (3) and Euler parameters Q (4), with their rates as speeds: one more than needed.

    Motion subspace of the speeds (r_dot, Q_dot), angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [   0     2/(Q^T Q) [ e4 1 - skew(e)   -e ] ]
            [ R_ab^T                 0                  ]

    R_ab takes vectors from frame_b to frame_a. The Euler parameters Q = (e, e4), e = n sin(theta/2) and e4 = cos(theta/2), turn frame_b
    about n by theta, positive by the right-hand rule; a constraint holds Q^T Q = 1. The frames coincide at r = 0, Q = (0, 0, 0, 1). r is
    positive along the axes of frame_a.
    Source: Schutte & Udwadia (2011), eqs. 24-30; their u = (cos, ...) is our Q with the cosine last.
    """

    r_start = Parameter("m", "position at the start, resolved in frame_a", [0, 0, 0], shape=3, start=True)
    Q_start = EulerParameters("Euler parameters (e1, e2, e3, e4 = cos) at the start")
    v_start = Parameter("m/s", "velocity at the start, resolved in frame_a", [0, 0, 0], shape=3, start=True)
    w_start = Parameter("rad/s", "angular velocity at the start, resolved in frame_b", [0, 0, 0], shape=3, start=True)
    r = Output("m", "position of frame_b relative to frame_a, resolved in frame_a", shape=3)
    Q = Output("1", "Euler parameters (e1, e2, e3, e4 = cos) of frame_b relative to frame_a", shape=4)
    v = Output("m/s", "velocity of frame_b relative to frame_a, resolved in frame_a", shape=3)
    w = Output("rad/s", "angular velocity of frame_b relative to frame_a, resolved in frame_b", shape=3)

    nq = nv = 7
    units = ("1",)
    euler_parameters = 3
    coordinate_names = ("r[1]", "r[2]", "r[3]", "Q[1]", "Q[2]", "Q[3]", "Q[4]")
    speed_names = ("r_dot[1]", "r_dot[2]", "r_dot[3]", "Q_dot[1]", "Q_dot[2]", "Q_dot[3]", "Q_dot[4]")
    coordinate_units, speed_units = ("m",) * 3 + ("1",) * 4, ("m/s",) * 3 + ("1/s",) * 4

    check_messages = ("{Q_start} must not be zero (Euler parameters at the start)",)

    @staticmethod
    def checks(p):
        return np.array([p.Q_start @ p.Q_start])

    @staticmethod
    def position(q):
        return q[:3]

    @staticmethod
    def rotation(q):
        return euler_parameters.rotation(q[3:])

    @staticmethod
    def relations(q):
        return np.array([q[3:] @ q[3:] - 1.0])

    @classmethod
    def turning(cls, q, v, spin):
        found = super().turning(q, v, spin)
        found[:3, :3] = found[7:10, 7:10] = skew(cls.rotation(q) @ (cls.angular_velocity(q, v) - spin))
        return found

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([*r, *nearest_parameters(R, near[3:])])

    @staticmethod
    def start(p):
        Q = p.Q_start / (p.Q_start @ p.Q_start) ** 0.5
        return np.array([*p.r_start, *Q]), np.array([*p.v_start, *euler_parameters.rate(Q, p.w_start)])

    @staticmethod
    def outputs(q, v, v_dot):
        Q = q[3:]
        return {"r": q[:3], "Q": Q / (Q @ Q) ** 0.5, "v": v[:3], "w": euler_parameters.angular_velocity(Q, v[3:])}
