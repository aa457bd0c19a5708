"""Euler parameters Q = (e1, e2, e3, e4) with e4 = cos(theta/2), as in Huston & Liu (2001), section 6."""

import numpy as np

from ..scalars import where
from .rotations import cross

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


def rate(Q, w_b):
    """Q_dot (4,) [1/s] of a frame b turning with w_b (3,) [rad/s], resolved in b.

    Source: Huston & Liu eq. 30, corrected (Q_dot = 1/2 E^T w with w resolved in a), written for w resolved in b; the term
    k (1 - |Q|^2) Q keeps the norm.
    """
    e, e4 = Q[:3], Q[3]
    turned = np.array([*(0.5 * (e4 * w_b + cross(e, w_b))), -0.5 * (e @ w_b)])
    return turned + NORM_RATE * (1.0 - Q @ Q) * Q


def from_rotation(R):
    """Euler parameters (4,) of the rotation R (3, 3), with e4 >= 0 where the trace decides; any kind of number.

    Source: the largest of the four candidates of Shepperd's method, chosen without branching.
    """
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    best, best_square = None, None
    for i in range(4):
        square = 1.0 + trace if i == 3 else 1.0 - trace + 2.0 * R[i, i]
        row = _shepperd_row(R, i, square)
        if best is None:
            best, best_square = row, square
            continue
        larger = best_square < square
        best = [where(larger, new, old) for new, old in zip(row, best)]
        best_square = where(larger, square, best_square)
    half = 0.5 / best_square**0.5
    return np.array([half * b for b in best])


def _shepperd_row(R, i, square):
    """Four times the products of Euler parameter i with all four."""
    antisymmetric = [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]
    if i == 3:
        return [*antisymmetric, square]
    return [square if j == i else R[i, j] + R[j, i] for j in range(3)] + [antisymmetric[i]]
