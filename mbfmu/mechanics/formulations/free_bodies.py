"""Bodies on their own, each with coordinates and speeds of its own: what Newton-Euler equations and Lagrange's give before constraints."""

from __future__ import annotations

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import gyroscopic, matrix
from . import newton_euler
from .loads import Loads
from .motion import Motion


def equations(motion: Motion, loads: Loads) -> tuple[dict, list]:
    """The blocks (k, k) of M and the pieces of f (one a body, counted from 1) in M v_dot = f of bodies that all hang on the world.

    With flexible bodies, whose material and nodes hang on their frames, these are projected as in minimal coordinates.
    """
    if motion.tree.flexible:
        return newton_euler.equations(motion, loads)
    blocks, columns = {}, []
    for k, body in enumerate(motion.tree.bodies, 1):
        M, f = body_equations(
            body.kind,
            motion.q[k - 1],
            motion.bias[k],
            motion.d.inertias[k - 1],
            motion.poses[k][0],
            motion.V[k],
            loads.uniform,
            loads.F[k],
            loads.tau[k],
        )
        blocks[k, k] = M
        columns.append(f)
    return blocks, columns


@kernel
def body_equations(kind, q, bias, inertia, R, V, g, F, tau):
    """M = S^T I S and f = S^T (F + I (gravity - bias) - gyroscopic force) + tau of one body."""
    S = kind.subspace(q)
    f = np.zeros(6) if F is None else F
    if inertia is None:
        M = np.zeros((6, 6))
    else:
        M = matrix(inertia)
        f = f + M @ (np.array([0.0, 0.0, 0.0, *(R.T @ g)]) - bias) - gyroscopic(inertia, V)
    along = S.T @ f
    return S.T @ M @ S, along if tau is None else along + tau
