"""FreeMotion: no restriction at all."""

import numpy as np

from ....base.spatial import euler_parameters
from ....base.spatial.rotations import cross, skew
from ...declare.declarations import Output, Parameter
from ...declare.spatial_parameters import EulerParameters
from .base import Joint
from .relative_turn import nearest_parameters


class FreeMotion(Joint):
    """frame_b moves freely relative to frame_a: position, Euler parameters; speeds are w, resolved in frame_b, and v, resolved in frame_a.

    Motion subspace of the speeds (w, v), angular velocity above velocity of frame_b relative to frame_a, resolved in frame_b:

        S = [ 1    0    ]
            [ 0  R_ab^T ]

    R_ab takes vectors from frame_b to frame_a. The position changes with r_dot = v. The Euler parameters Q = (e, e4), e = n sin(theta/2)
    and e4 = cos(theta/2), turn frame_b about n by theta, positive by the right-hand rule. They change with Q_dot = N(Q) w, where

        N(Q) = 1/2 [ e4 1 + skew(e) ]
                   [     -e^T       ]

    and by (1 - Q^T Q) Q [1/s] besides, which brings their length back to one. The frames coincide at r = 0, Q = (0, 0, 0, 1). r and v are
    positive along the axes of frame_a, w by the right-hand rule about the axes of frame_b.

    v is resolved in frame_a because, along axes that turn with the body, the velocity of a spinning body changes however straight it flies.
    """

    r_start = Parameter("m", "position at the start, resolved in frame_a", [0, 0, 0], shape=3, start=True)
    Q_start = EulerParameters("Euler parameters (e1, e2, e3, e4 = cos) at the start")
    v_start = Parameter("m/s", "velocity at the start, resolved in frame_a", [0, 0, 0], shape=3, start=True)
    w_start = Parameter("rad/s", "angular velocity at the start, resolved in frame_b", [0, 0, 0], shape=3, start=True)
    r = Output("m", "position of frame_b relative to frame_a, resolved in frame_a", shape=3)
    Q = Output("1", "Euler parameters (e1, e2, e3, e4 = cos) of frame_b relative to frame_a", shape=4)
    v = Output("m/s", "velocity of frame_b relative to frame_a, resolved in frame_a", shape=3)
    w = Output("rad/s", "angular velocity of frame_b relative to frame_a, resolved in frame_b", shape=3)

    nq, nv = 7, 6
    spins = True
    coordinate_names = ("r[1]", "r[2]", "r[3]", "Q[1]", "Q[2]", "Q[3]", "Q[4]")
    speed_names = ("w[1]", "w[2]", "w[3]", "v[1]", "v[2]", "v[3]")
    coordinate_units, speed_units = ("m",) * 3 + ("1",) * 4, ("rad/s",) * 3 + ("m/s",) * 3

    check_messages = ("{Q_start} must not be zero (Euler parameters at the start)",)

    @staticmethod
    def checks(p):
        return np.array([p.Q_start @ p.Q_start])

    @staticmethod
    def motion(q):
        return euler_parameters.rotation(q[3:]), q[:3]

    @staticmethod
    def subspace(q):
        none = np.zeros((3, 3))
        return np.block([[np.eye(3), none], [none, euler_parameters.rotation(q[3:]).T]])

    @staticmethod
    def bias(q, v):
        return np.array([0.0, 0.0, 0.0, *cross(euler_parameters.rotation(q[3:]).T @ v[3:], v[:3])])

    @staticmethod
    def rate(q, v):
        return np.array([*v[3:], *euler_parameters.rate(q[3:], v[:3])])

    @staticmethod
    def speeds(q, V):
        return np.array([*V[:3], *(euler_parameters.rotation(q[3:]) @ V[3:])])

    @classmethod
    def turning(cls, q, v, spin):
        w = euler_parameters.rotation(q[3:]) @ (v[:3] - spin)
        turn, found = skew(w), np.zeros((13, 13), w.dtype)
        found[:3, :3], found[3:7, 3:7], found[7:10, 7:10], found[10:, 10:] = turn, euler_parameters.turned(w, spin), -skew(spin), turn
        return found

    @staticmethod
    def closure(R, r):
        return np.zeros(0)

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.array([*r, *nearest_parameters(R, near[3:])])

    @staticmethod
    def start(p):
        Q = p.Q_start / (p.Q_start @ p.Q_start) ** 0.5
        return np.array([*p.r_start, *Q]), np.array([*p.w_start, *p.v_start])

    @staticmethod
    def outputs(q, v, v_dot):
        Q = q[3:]
        return {"r": q[:3], "Q": Q / (Q @ Q) ** 0.5, "v": v[3:], "w": v[:3]}
