"""What a relative rotation R_ab (3, 3) says: its angle, its Euler parameters, and how far it is from none."""

import numpy as np

from ....base.scalars import arctan2, where


def nearest_angle(c, s, near):
    """The angle [rad] with cosine and sine proportional to c and s, on the turn nearest to `near`."""
    c_near, s_near = np.cos(near), np.sin(near)
    return near + arctan2(s * c_near - c * s_near, c * c_near + s * s_near)


def nearest_parameters(R, near):
    """Euler parameters (4,) of length one that give R, with the sign nearest to that of `near` (4,).

    They are the longest column of 4 Q Q^T, which is linear in R: smooth where another column takes over.
    """
    x, y, z = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    xy, yz, zx = R[1, 0] + R[0, 1], R[2, 1] + R[1, 2], R[0, 2] + R[2, 0]
    a, b, c = R[0, 0], R[1, 1], R[2, 2]
    columns = [
        [1.0 + a - b - c, xy, zx, x],
        [xy, 1.0 - a + b - c, yz, y],
        [zx, yz, 1.0 - a - b + c, z],
        [x, y, z, 1.0 + a + b + c],
    ]
    Q, square = columns[0], columns[0][0]
    for k in (1, 2, 3):
        longer = columns[k][k] > square
        Q = [where(longer, new, old) for new, old in zip(columns[k], Q)]
        square = where(longer, columns[k][k], square)
    Q = np.array(Q)
    return where(Q @ near < 0.0, -1.0, 1.0) * Q / (Q @ Q) ** 0.5


def misalignment(R):
    """The axis of R times the sine of its angle (3,): three smooth numbers that vanish where frame b stands as frame a does."""
    return 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
