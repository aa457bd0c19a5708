"""Newton-Euler equations of a tree, projected on its joints: Schiehlen (2005), section 3.

The absolute velocities of all bodies are J_bar y_dot with the global Jacobian J_bar = (E - C)^-1 J (eqs. 24-25, corrected), lower
triangular; eqs. 28-30 with the orthogonality of J_bar and the reactions give M = J_bar^T M_bar J_bar and k of eq. 17. In absolute
coordinates (eq. 16) nothing is projected: see `free_bodies`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import gyroscopic, matrix
from ...base.spatial.placement import move_motion
from .elastic_bodies import Material, material_forces
from .loads import Loads, base_acceleration, plus
from .motion import Motion


def equations(motion: Motion, loads: Loads) -> tuple[dict, list]:
    """The blocks (i, j), i <= j, of M and the pieces of q - k (one a body, counted from 1) in M y_ddot = q - k (eq. 17)."""
    tree, inertias = motion.tree, motion.d.inertias
    n = len(tree.bodies)
    jacobian: list[dict] = [{} for _ in range(n + 1)]
    beta = motion.accelerations([np.zeros(body.nv) for body in tree.bodies], base_acceleration(loads.uniform))
    M: dict[tuple[int, int], object] = {}
    right: list = [np.zeros(body.nv) for body in tree.bodies]
    for k, (body, j) in enumerate(zip(tree.bodies, tree.lower), 1):
        jacobian[k] = {i: transported(motion.placements[k], J) for i, J in jacobian[j].items()}
        m = tree.movers[k - 1]
        if tree.bodies[m - 1].nv:
            moved = own(body.kind, motion.coordinates(k))
            jacobian[k][m] = plus(jacobian[k][m], moved) if m in jacobian[k] else moved
        if loads.tau[k] is not None:
            right[k - 1] = plus(right[k - 1], loads.tau[k])
        if k in motion.materials:
            _add_material(M, right, motion.materials[k], jacobian[k], beta[k], motion.V[k], k)
        if inertias[k - 1] is None and loads.F[k] is None:
            continue
        force = remaining_force(inertias[k - 1], beta[k], motion.V[k], loads.F[k])
        for i, J in jacobian[k].items():
            right[i - 1] = plus(right[i - 1], projected(J, force))
        if inertias[k - 1] is not None:
            _add_mass(M, jacobian[k], partial(mass_times, inertias[k - 1]))
    return M, right


def _add_mass(M: dict, jacobian: dict, mass_times: Callable) -> None:
    """Adds J^T M J of one body to the upper half of the mass matrix."""
    for j, J in jacobian.items():
        momentum = mass_times(J)
        for i, other in jacobian.items():
            if i <= j:
                add_block(M, i, j, projected(other, momentum))


def add_block(M: dict, i: int, j: int, block: Any) -> None:
    """Adds a block (i, j) to the upper half of a mass matrix."""
    M[i, j] = plus(M[i, j], block) if (i, j) in M else block


def _add_material(M: dict, right: list, material: Material, jacobian: dict, beta: Any, V: Any, k: int) -> None:
    """Adds the material of flexible body k, whose own speeds change its shape, and move its frame besides."""
    force, along = material_forces(material, beta, V)
    right[k - 1] = plus(right[k - 1], along)
    for i, J in jacobian.items():
        right[i - 1] = plus(right[i - 1], projected(J, force))
    own = jacobian[k]
    _add_mass(M, jacobian, lambda J: extended_mass_times(material.rigid, J, material.coupling if J is own else None))
    add_block(M, k, k, of_shape(own, material.coupling, material.modal))


@kernel
def own(kind, q):
    """Jacobian (6, nv) of a body by its own joint: J_i of eq. 20."""
    return kind.subspace(q)


@kernel
def transported(placement, J):
    """A lower body's Jacobian (6, nv) carried on: C_i J."""
    return np.column_stack([move_motion(placement, column) for column in J.T])


@kernel
def mass_times(inertia, J):
    """M_i J (6, nv)."""
    return matrix(inertia) @ J


@kernel
def extended_mass_times(rigid, J, coupling):
    """M_i J (6, nv) of an inertia (6, 6), and what changes of shape add where J is by these."""
    return rigid @ J if coupling is None else rigid @ J + coupling


@kernel
def of_shape(J, coupling, modal):
    """What changes of shape, which move the frame by J (6, n), add to their own mass (n, n)."""
    return modal + coupling.T @ J


@kernel
def remaining_force(inertia, beta, V, F):
    """q^e - k - M beta (6,) of one body: applied forces less those that it needs without y_ddot (eqs. 26-28)."""
    f = np.zeros(6) if F is None else F
    return f if inertia is None else f - matrix(inertia) @ beta - gyroscopic(inertia, V)


@kernel
def projected(J, force):
    """J^T of a force (6,) or of columns (6, nv)."""
    return J.T @ force
