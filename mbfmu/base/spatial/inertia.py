"""Spatial inertia of a rigid body about the origin of its frame: ten numbers (m, h (3), I (6)) or a matrix (6, 6).

h = m r_CM [kg.m]; I = (I_11, I_22, I_33, I_21, I_31, I_32) about the frame's origin [kg.m2].
"""

from functools import cache

import numpy as np

from ..scalars import kernel
from .placement import cross
from .rotations import skew, turned

CROSS = [skew(e) for e in np.eye(3)]  # CROSS[i] @ x = e_i x x


def symmetric(I):
    """The matrix (3, 3) of the six numbers (11, 22, 33, 21, 31, 32)."""
    return np.array([[I[0], I[3], I[4]], [I[3], I[1], I[5]], [I[4], I[5], I[2]]])


def six(I):
    """The six numbers (11, 22, 33, 21, 31, 32) of a symmetric matrix (3, 3)."""
    return np.array([I[0, 0], I[1, 1], I[2, 2], I[1, 0], I[2, 0], I[2, 1]])


def mirrored(A):
    """A square matrix with its upper half copied onto the lower, so that the lower half is never computed twice."""
    return A[_upper(A.shape[0])]


@cache
def _upper(n):
    """For each entry of a matrix (n, n) the row and the column of that entry or its mirror image which lies in the upper half."""
    return tuple(np.array([[which(i, j) for j in range(n)] for i in range(n)]) for which in (min, max))


@kernel
def about_origin(m, r_CM, I, placement):
    """Inertia (10,) about frame a of a body with mass m, centre of mass r_CM (3,) and I (6,) about it, all in frame b.

    `placement` is (R_ab, r_ab_a).
    """
    R, r = placement
    c = r + R @ r_CM
    I_a = R @ symmetric(I) @ R.T + m * ((c @ c) * np.eye(3) - np.outer(c, c))
    return np.array([m, *(m * c), *six(I_a)])


@kernel
def total(*inertias):
    """The sum of inertias (10,) or (6, 6) about the same frame."""
    return sum(inertias[1:], inertias[0])


def matrix(b):
    """The matrix (6, 6) of an inertia (10,)."""
    H = skew(b[1:4])
    return np.block([[symmetric(b[4:10]), H], [-H, b[0] * np.eye(3)]])


def ten(A):
    """The inertia (10,) of a matrix (6, 6)."""
    return np.array([A[3, 3], A[2, 4], A[0, 5], A[1, 3], *six(A[:3, :3])])


def momentum(b, V):
    """Angular momentum about the origin and momentum (6,) of an inertia b (10,) moving with V (6,)."""
    w, v, h = V[:3], V[3:], b[1:4]
    return np.array([*(symmetric(b[4:10]) @ w + cross(h, v)), *(b[0] * v + cross(w, h))])


def centrifugal(b, w):
    """The force (6,) an inertia b (10,) turning with w (3,) needs beside inertia x (w_dot, acceleration of its origin)."""
    return np.array([*cross(w, symmetric(b[4:10]) @ w), *cross(w, cross(w, b[1:4]))])


def gyroscopic(b, V):
    """V x* (inertia V) (6,): the force an inertia b (10,) moving with V (6,) needs beside inertia x acceleration."""
    a = cross(V[:3], V[3:])
    return centrifugal(b, V[:3]) + np.array([*cross(b[1:4], a), *(b[0] * a)])


def moved(placement, A):
    """An inertia matrix (6, 6) of frame b, seen from frame a at `placement` (R_ab, r_ab_a): X^T A X."""
    R, r = placement
    I, H, M = (turned(R, block) for block in (A[:3, :3], A[:3, 3:], A[3:, 3:]))
    I_a, H_a, M = mirrored(I), H, mirrored(M)
    for r_i, S in zip(r, CROSS):  # axis by axis, so that products with r_i are few
        H, H_a = H_a, H_a + S @ mirrored(r_i * M)
        I_a = I_a + r_i * ((S @ H.T).T + S @ H_a.T)
    return mirrored(np.block([[I_a, H_a], [H_a.T, M]]))
