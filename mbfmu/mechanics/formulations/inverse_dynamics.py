"""Inverse dynamics: accelerations of the bodies and forces through the joints, for given v_dot, in any formulation.

Newton-Euler equations body by body (Schiehlen (2005), eqs. 21, 26, 27); reactions are each body's own I A + p minus the applied
force plus what the bodies above hand down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import gyroscopic, matrix
from ...base.spatial.placement import move_force
from .elastic_bodies import Material, material_forces
from .loads import Loads, base_acceleration, plus
from .motion import Motion


@dataclass(frozen=True)
class InverseDynamics:
    """`A[k]`: acceleration (6,) of body k minus gravity where that is uniform, resolved in the body; index 0 the world.

    `reactions[k]`: force (6,) that the joint of body k exerts on it, resolved in the body at its origin, applied joint loads
    included. `residuals[k - 1]` (nv,): reaction along the joint's free directions minus its load, zero when v_dot is right.
    """

    A: list
    reactions: list
    residuals: list


def inverse_dynamics(motion: Motion, loads: Loads, v_dot: list) -> InverseDynamics:
    """Accelerations, reactions and residuals of a tree for given joint accelerations (one piece a body)."""
    tree, n = motion.tree, len(motion.tree.bodies)
    A = motion.accelerations(v_dot, base_acceleration(loads.uniform))
    reactions: list = [None] * (n + 1)
    residuals: list = [None if m == k else np.zeros(0) for k, m in enumerate(tree.movers, 1)]
    above: list[list] = [[] for _ in range(n + 1)]
    for k in reversed(range(1, n + 1)):
        reactions[k] = _reaction(motion.d.inertias[k - 1], motion.V[k], A[k], loads.F[k], tuple(above[k]))
        shape = None
        if k in motion.materials:
            reactions[k], shape = _of_material(motion.materials[k], A[k], motion.V[k], v_dot[k - 1], reactions[k])
        along = _residual(tree.bodies[k - 1].kind, motion.coordinates(k), reactions[k], loads.tau[k], shape)
        m = tree.movers[k - 1]
        residuals[m - 1] = along if residuals[m - 1] is None else plus(residuals[m - 1], along)
        above[tree.lower[k - 1]].append(transmitted(motion.placements[k], reactions[k]))
    return InverseDynamics(A, reactions, residuals)


def _of_material(material: Material, A: Any, V: Any, e_ddot: Any, reaction: Any) -> tuple:
    """The reaction (6,) on a flexible body with what its material needs, and what this needs along its modes (n,)."""
    force, forces = material_forces(material, A, V)
    return _elastic_reaction(material.coupling, material.modal, e_ddot, force, forces, reaction)


@kernel
def _elastic_reaction(coupling, modal, e_ddot, force, forces, reaction):
    return reaction + coupling @ e_ddot - force, modal @ e_ddot - forces


@kernel
def _reaction(inertia, V, A, F, above):
    f = np.zeros(6)
    if inertia is not None:
        f = matrix(inertia) @ A + gyroscopic(inertia, V)
    if F is not None:
        f = f - F
    return sum(above, f)


@kernel
def _residual(kind, q, reaction, tau, shape):
    along = kind.subspace(q).T @ reaction
    if shape is not None:
        along = along + shape
    return along if tau is None else along - tau


@kernel
def transmitted(placement, force):
    """A force (6,) on a body, seen from its lower body."""
    return move_force(placement, force)
