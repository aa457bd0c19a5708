"""Kane's equations with lower-body arrays: partial velocities, generalized speeds, Euler parameters.

Huston & Liu (2001): the generalized speeds y are the joints' speeds v (section 5; Euler parameters follow from eq. 30,
corrected, in mbfmu.spatial.euler_parameters). The partial velocities of eqs. 15-16 are built along the lower-body array, the
accelerations of eq. 17 likewise, and eqs. 36-38 give a y_dot = f (corrected: the term of eq. 38 with y_dot stands in eq. 37
alone). Components are along unit vectors fixed in R, the inertial frame.
"""

from __future__ import annotations

import numpy as np

from ..scalars import kernel
from ..spatial.inertia import symmetric
from ..spatial.placement import move_motion
from ..spatial.rotations import cross, skew
from .loads import Loads
from .motion import Motion


def equations(motion: Motion, loads: Loads) -> tuple:
    """The matrix a (nv, nv) and the column f (nv,) of a y_dot = f (eq. 36) of a tree at a motion under loads."""
    tree, d, n = motion.tree, motion.d, motion.tree.nv
    partial: list = [(np.zeros((3, n)), np.zeros((3, n)))]
    remainder: list = [np.zeros(6)]
    sums = np.zeros((n, n)), np.zeros(n)
    columns = iter(tree.split_v(range(n)))
    for k, (body, j) in enumerate(zip(tree.bodies, tree.lower), 1):
        R_0k, at = motion.poses[k][0], tuple(next(columns))
        arm = _arm(motion.poses[j], motion.poses[k])
        partial.append(partial_velocities(body.kind, partial[j], arm, R_0k, motion.q[k - 1], at))
        remainder.append(_remainder(motion.placements[k], remainder[j], motion.bias[k]))
        if d.inertias[k - 1] is not None:
            sums = add_inertia(sums, partial[k], remainder[k], d.inertias[k - 1], R_0k, motion.V[k], loads.uniform)
        if loads.F[k] is not None:
            sums = sums[0], add_force(sums[1], partial[k], R_0k, loads.F[k])
        if loads.tau[k] is not None:
            sums = sums[0], add_joint_load(sums[1], loads.tau[k], at)
    return sums


@kernel
def _arm(lower, pose):
    return pose[1] - lower[1]


@kernel
def partial_velocities(kind, lower, arm, R, q, at):
    """Partial velocities of the body's origin and partial angular velocities, (3, nv) each (eqs. 15-16).

    Those of the lower body carry over; the joint adds its own in the columns `at`.
    """
    v, w = lower
    own = kind.subspace(q)
    turning, sliding = R @ own[:3], R @ own[3:]
    carried = v - skew(arm) @ w
    into = np.array([[1.0 if column == i else 0.0 for column in range(v.shape[1])] for i in at]).reshape(len(at), v.shape[1])
    return carried + sliding @ into, w + turning @ into


@kernel
def _remainder(placement, lower, bias):
    """The part of a body's spatial acceleration without y_dot: the terms with rates of partial velocities of eq. 17."""
    return move_motion(placement, lower) + bias


@kernel
def add_inertia(sums, partial, remainder, inertia, R, V, g):
    """Adds one body to a (eq. 37) and f (eq. 38, corrected), uniform gravity included.

    Written about the body's origin, with h = m r_CM, so that a body without mass needs no division.
    """
    a, f = sums
    m, h, I = inertia[0], R @ inertia[1:4], R @ symmetric(inertia[4:10]) @ R.T
    v_k, w_k = partial
    w, alpha = R @ V[:3], R @ remainder[:3]
    a_free = R @ (remainder[3:] + cross(V[:3], V[3:])) - g
    v_h = v_k.T @ skew(h) @ w_k
    force = m * a_free + cross(alpha, h) + cross(w, cross(w, h))
    couple = cross(h, a_free) + I @ alpha + cross(w, I @ w)
    return a + m * (v_k.T @ v_k) - v_h - v_h.T + w_k.T @ I @ w_k, f - v_k.T @ force - w_k.T @ couple


@kernel
def add_force(f, partial, R, F):
    """Adds the applied force F (6,) on one body to f (eq. 32, with force and couple taken at the body's origin)."""
    return f + partial[0].T @ (R @ F[3:]) + partial[1].T @ (R @ F[:3])


@kernel
def add_joint_load(f, tau, at):
    """Adds the load tau on one joint to f."""
    own = dict(zip(at, tau))
    return np.array([value + own[i] if i in own else value for i, value in enumerate(f)])
