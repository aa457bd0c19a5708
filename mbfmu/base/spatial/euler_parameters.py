"""Euler parameters Q = (e1, e2, e3, e4) with e4 = cos(theta/2), as in Huston & Liu (2001), section 6."""

import numpy as np

from .rotations import cross, skew

# A drift of |Q| dies out with this rate [1/s] in anybody's integrator; R never depends on |Q|.
NORM_RATE = 1.0


def rotation(Q):
    """R_ab (3, 3) of a frame b with Euler parameters Q (4,) relative to a, formed from Q/|Q|.

    Source: Huston & Liu eq. 28, corrected (S12 = 2(e1 e2 - e3 e4)).
    """
    a, b, c, d = Q
    s = 2.0 / (Q @ Q)
    aa, bb, cc = s * a * a, s * b * b, s * c * c
    ab, ac, bc, ad, bd, cd = s * a * b, s * a * c, s * b * c, s * a * d, s * b * d, s * c * d
    return np.array(
        [
            [1.0 - (bb + cc), ab - cd, ac + bd],
            [ab + cd, 1.0 - (aa + cc), bc - ad],
            [ac - bd, bc + ad, 1.0 - (aa + bb)],
        ]
    )


def from_roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Euler parameters (4,) of a frame turned by yaw about z, then by pitch about its own y, then by roll about its own x [rad].

    The angles are floats or follow from parameters of a model. `FreeMotion(..., Q_start=from_roll_pitch_yaw(0.1, 0.0, 1.5))` starts a body so;
    RollPitchYawSensor measures them.
    """
    (s_1, s_2, s_3), (c_1, c_2, c_3) = ([function(angle / 2) for angle in (roll, pitch, yaw)] for function in (np.sin, np.cos))
    return np.array(
        [
            s_1 * c_2 * c_3 - c_1 * s_2 * s_3,
            c_1 * s_2 * c_3 + s_1 * c_2 * s_3,
            c_1 * c_2 * s_3 - s_1 * s_2 * c_3,
            c_1 * c_2 * c_3 + s_1 * s_2 * s_3,
        ]
    )


def turning(Q, w_b):
    """Q_dot (4,) [1/s] of a frame b turning with w_b (3,) [rad/s], resolved in b; linear in Q and in w_b.

    Source: Huston & Liu eq. 30, corrected (Q_dot = 1/2 E^T w with w resolved in a), written for w resolved in b.
    """
    e, e4 = Q[:3], Q[3]
    return np.array([*(0.5 * (e4 * w_b + cross(e, w_b))), -0.5 * (e @ w_b)])


def rate(Q, w_b):
    """Q_dot (4,) [1/s] as `turning` says, with the term k (1 - |Q|^2) Q that keeps the norm."""
    return turning(Q, w_b) + NORM_RATE * (1.0 - Q @ Q) * Q


def angular_velocity(Q, Q_dot):
    """w_b (3,) [rad/s] of a frame b whose Euler parameters Q (4,) change by Q_dot, resolved in b; the inverse of `turning`."""
    e, e_dot = Q[:3], Q_dot[:3]
    return 2.0 * (Q[3] * e_dot - Q_dot[3] * e - cross(e, e_dot)) / (Q @ Q)


def turned(w_a, w_b):
    """(4, 4) that gives Q_dot of Q where frame b turns with w_a (3,) [rad/s], resolved in a, and with w_b (3,), resolved in b, besides."""
    a, b = 0.5 * np.array(w_a), 0.5 * np.array(w_b)
    along = a + b
    return np.block([[skew(a) - skew(b), along.reshape(3, 1)], [-along.reshape(1, 3), np.zeros((1, 1))]])
