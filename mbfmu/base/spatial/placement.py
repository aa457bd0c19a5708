"""Placements: the pair (R_ab, r_ab_a) that says where frame b is relative to frame a."""

import numpy as np

from ..scalars import kernel
from .rotations import cross

IDENTITY = (np.eye(3), np.zeros(3))


@kernel
def compose(ab, bc):
    """The placement of c relative to a from those of b relative to a and of c relative to b."""
    return ab[0] @ bc[0], ab[1] + ab[0] @ bc[1]


@kernel
def inverse(ab):
    """The placement of a relative to b."""
    return ab[0].T, -(ab[0].T @ ab[1])


def move_motion(placement, V):
    """A motion V (6,) of frame a, seen from frame b fixed to a at `placement` (R_ab, r_ab_a)."""
    R, r = placement
    return np.array([*(R.T @ V[:3]), *(R.T @ (V[3:] + cross(V[:3], r)))])


def move_force(placement, F):
    """A force F (6,) on frame b, seen from frame a to which b is fixed at `placement` (R_ab, r_ab_a)."""
    R, r = placement
    f = R @ F[3:]
    return np.array([*(R @ F[:3] + cross(r, f)), *f])


def motion_cross(V, U):
    """V x U (6,): the rate of the motion U when it is fixed in a frame that moves with V."""
    w, v = V[:3], V[3:]
    return np.array([*cross(w, U[:3]), *(cross(w, U[3:]) + cross(v, U[:3]))])
