"""Joint coordinates with connectivity matrices: Omar (2014), section 2.

The block equations (29)-(30) in Cartesian accelerations, joint reactions and joint accelerations (reconstructed in form) are
projected by the lower-triangular connectivity matrix T and the joint influence coefficients H on M_q q_ddot = Q_q (32) with
M_q = H^T T^T M T H (33) and Q_q = H^T T^T (Q - M gamma) (34). T is never formed: T x adds up what lower bodies hand out, T^T x what
bodies above hand down, so that T^T M T H needs one composite inertia a body.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import gyroscopic, matrix, moved
from ...base.spatial.placement import move_force
from .elastic_bodies import material_forces
from .inverse_dynamics import transmitted
from .loads import Loads, base_acceleration, plus
from .motion import Motion
from .newton_euler import add_block, of_shape


def equations(motion: Motion, loads: Loads) -> tuple[dict, list]:
    """The blocks (i, j), i <= j, of M_q and the pieces of Q_q (one a body, counted from 1) in M_q q_ddot = Q_q (32)."""
    tree, inertias = motion.tree, motion.d.inertias
    n = len(tree.bodies)
    gamma = motion.accelerations([np.zeros(body.nv) for body in tree.bodies], base_acceleration(loads.uniform))
    composite: list = [None] * (n + 1)
    above: list = [None] * (n + 1)
    M: dict[tuple[int, int], object] = {}
    Q: list = [None if m == k else np.zeros(0) for k, m in enumerate(tree.movers, 1)]
    for k in reversed(range(1, n + 1)):
        body, j, placement = tree.bodies[k - 1], tree.lower[k - 1], motion.placements[k]
        m = tree.movers[k - 1]
        composite[k] = composite_inertia(inertias[k - 1], composite[k])
        force = plus_own(own_force(inertias[k - 1], gamma[k], motion.V[k], loads.F[k]), above[k])
        if k in motion.materials:
            composite[k], force = _with_material(M, Q, motion, k, gamma[k], composite[k], force)
        influence_of_force = influenced(body.kind, motion.coordinates(k), force, loads.tau[k])
        Q[m - 1] = influence_of_force if Q[m - 1] is None else plus(Q[m - 1], influence_of_force)
        if tree.bodies[m - 1].nv:
            column = momentum(composite[k], body.kind, motion.coordinates(k))
            if k in motion.materials:
                column = plus(column, motion.materials[k].coupling)
            _add_column(M, motion, m, k, column)
        if j:
            lower = handed_inertia(placement, composite[k])
            composite[j] = lower if composite[j] is None else plus(composite[j], lower)
            down = transmitted(placement, force)
            above[j] = down if above[j] is None else plus(above[j], down)
    return M, Q


def _with_material(M: dict, Q: list, motion: Motion, k: int, gamma: Any, composite: Any, force: Any) -> tuple:
    """Adds the material of flexible body k to M_q and Q_q; returns its composite inertia (6, 6) and the force (6,) on its frame."""
    material = motion.materials[k]
    own, along = material_forces(material, gamma, motion.V[k])
    Q[k - 1] = along if Q[k - 1] is None else plus(Q[k - 1], along)
    add_block(M, k, k, of_shape(influence_coefficients(motion.tree.bodies[k - 1].kind, motion.q[k - 1]), material.coupling, material.modal))
    return plus(composite, material.rigid), plus(force, own)


def _add_column(M: dict, motion: Motion, k: int, i: int, column) -> None:
    """M_q of joint k with all joints from that of body i down: H^T of a column of T^T M T H on its way.

    Elastic coordinates move a node against the material and with it, which they move too: so a node's column meets them twice.
    """
    tree, first = motion.tree, i
    while i:
        body, m = tree.bodies[i - 1], tree.movers[i - 1]
        if tree.bodies[m - 1].nv:
            block = influence(body.kind, motion.coordinates(i), column)
            add_block(M, m, k, with_transposed(block) if m == k and i != first else block)
        column = handed_columns(motion.placements[i], column)
        i = tree.lower[i - 1]


@kernel
def composite_inertia(inertia, above):
    """Inertia (6, 6) of a body with all bodies above it."""
    own = np.zeros((6, 6)) if inertia is None else matrix(inertia)
    return own if above is None else own + above


@kernel
def own_force(inertia, gamma, V, F):
    """Q - M gamma (6,) of one body, its gyroscopic force included."""
    f = np.zeros(6) if F is None else F
    return f if inertia is None else f - matrix(inertia) @ gamma - gyroscopic(inertia, V)


@kernel
def plus_own(force, above):
    """A body's force (6,) with what the bodies above hand down."""
    return force if above is None else force + above


@kernel
def influenced(kind, q, force, tau):
    """H^T force (nv,), and the load along the joint."""
    along = kind.subspace(q).T @ force
    return along if tau is None else along + tau


@kernel
def momentum(composite, kind, q):
    """Composite inertia times joint influence coefficients (6, nv)."""
    return composite @ kind.subspace(q)


@kernel
def influence_coefficients(kind, q):
    """H (6, nv) of a joint."""
    return kind.subspace(q)


@kernel
def with_transposed(block):
    """A block (n, n) of coordinates with themselves, both ways."""
    return block + block.T


@kernel
def influence(kind, q, column):
    """H^T of columns (6, nv) of another joint."""
    return kind.subspace(q).T @ column


@kernel
def handed_inertia(placement, composite):
    """A composite inertia (6, 6) seen from the lower body."""
    return moved(placement, composite)


@kernel
def handed_columns(placement, columns):
    """Columns (6, nv) of forces seen from the lower body."""
    return np.column_stack([move_force(placement, column) for column in columns.T])
