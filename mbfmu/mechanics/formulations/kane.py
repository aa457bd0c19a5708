"""Kane's equations with lower-body arrays: partial velocities, generalized speeds, Euler parameters.

Huston & Liu (2001): the generalized speeds y are the joints' speeds v (section 5; Euler parameters follow from eq. 30,
corrected, in mbfmu.base.spatial.euler_parameters). The partial velocities of eqs. 15-16 are carried up the lower-body array, the
accelerations of eq. 17 likewise, and eqs. 36-38 give a y_dot = f (corrected: the term of eq. 38 with y_dot stands in eq. 37
alone). A body has partial velocities for the joints of its own branch only, so they are kept in one block a joint.
Components are along unit vectors fixed in R, the inertial frame; velocities and couples are taken at the body's origin with
h = m r_CM, so that a body without mass needs no division.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import symmetric
from ...base.spatial.placement import move_motion
from ...base.spatial.rotations import cross, skew
from .elastic_bodies import material_forces
from .loads import Loads, plus
from .motion import Motion
from .newton_euler import add_block


def equations(motion: Motion, loads: Loads) -> tuple[dict, list]:
    """The blocks (i, j), i <= j, of a and the pieces of f (one a body, counted from 1) in a y_dot = f (eq. 36)."""
    tree, inertias = motion.tree, motion.d.inertias
    sizes = [body.nv for body in tree.bodies]
    partial: list[dict] = [{}]
    remainder: list = [np.zeros(6)]
    a: dict[tuple[int, int], object] = {}
    f: list = [np.zeros(n) for n in sizes]
    for k, (body, j) in enumerate(zip(tree.bodies, tree.lower), 1):
        R = motion.poses[k][0]
        arm = _arm(motion.poses[j], motion.poses[k])
        partial.append({i: transported(lower, arm) for i, lower in partial[j].items()})
        m = tree.movers[k - 1]
        if sizes[m - 1]:
            moved = own_partial_velocity(body.kind, R, motion.coordinates(k))
            partial[k][m] = both(partial[k][m], moved) if m in partial[k] else moved
        remainder.append(_remainder(motion.placements[k], remainder[j], motion.bias[k]))
        if loads.tau[k] is not None:
            f[k - 1] = plus(f[k - 1], loads.tau[k])
        if k in motion.materials:
            _add_material(a, f, motion, k, partial[k], remainder[k], loads.uniform)
        if inertias[k - 1] is None and loads.F[k] is None:
            continue
        force = active_and_inertia_force(inertias[k - 1], R, motion.V[k], remainder[k], loads.uniform, loads.F[k])
        for i, velocity in partial[k].items():
            f[i - 1] = plus(f[i - 1], along(velocity, force))
        if inertias[k - 1] is not None:
            _add_inertia(a, partial[k], lambda velocity, inertia=inertias[k - 1], R=R: partial_momentum(velocity, inertia, R))
    return a, f


def _add_inertia(a: dict, partial: dict, momentum_of: Callable) -> None:
    """Adds one body to the upper half of a (eq. 37)."""
    for j, velocity in partial.items():
        momentum = momentum_of(velocity)
        for i, other in partial.items():
            if i <= j:
                add_block(a, i, j, along(other, momentum))


def _add_material(a: dict, f: list, motion: Motion, k: int, partial: dict, remainder: Any, g: Any) -> None:
    """Adds the material of flexible body k; its own speeds change its shape, and move its frame besides."""
    material, R = motion.materials[k], motion.poses[k][0]
    force, along_modes = in_world(R, *material_forces(material, less_gravity(remainder, R, g), motion.V[k]))
    f[k - 1] = plus(f[k - 1], along_modes)
    for i, velocity in partial.items():
        f[i - 1] = plus(f[i - 1], along(velocity, force))
    own = partial[k]
    _add_inertia(a, partial, lambda velocity: material_momentum(velocity, material.rigid, material.coupling if velocity is own else None, R))
    add_block(a, k, k, of_shape(own, material.coupling, material.modal, R))


@kernel
def _arm(lower, pose):
    return pose[1] - lower[1]


@kernel
def own_partial_velocity(kind, R, q):
    """Partial velocity of the body's origin and partial angular velocity, (3, nv) each, for its own joint (eqs. 15-16)."""
    S = kind.subspace(q)
    return R @ S[3:], R @ S[:3]


@kernel
def transported(lower, arm):
    """The partial velocities of a lower body's joint, transported to the next body at `arm` (3,) from it."""
    v, w = lower
    return v - skew(arm) @ w, w


@kernel
def _remainder(placement, lower, bias):
    """The part of a body's spatial acceleration without y_dot: the terms with rates of partial velocities of eq. 17."""
    return move_motion(placement, lower) + bias


@kernel
def partial_momentum(velocity, inertia, R):
    """Momentum and angular momentum (3, nv) each of a body that moves with a partial velocity."""
    v, w = velocity
    m, H, I = inertia[0], skew(R @ inertia[1:4]), R @ symmetric(inertia[4:10]) @ R.T
    return m * v - H @ w, H @ v + I @ w


@kernel
def both(a, b):
    """The sum of two partial velocities for one joint, which moves a body in two ways."""
    return a[0] + b[0], a[1] + b[1]


@kernel
def material_momentum(velocity, rigid, coupling, R):
    """Momentum and angular momentum (3, nv) each of a flexible body by a partial velocity, with `coupling` where this changes its shape, too."""
    moving = rigid @ np.array([*(R.T @ velocity[1]), *(R.T @ velocity[0])])
    if coupling is not None:
        moving = moving + coupling
    return R @ moving[3:], R @ moving[:3]


@kernel
def of_shape(velocity, coupling, modal, R):
    """What changes of shape, which move the frame with a partial velocity, add to their own mass (n, n)."""
    return modal + coupling.T @ np.array([*(R.T @ velocity[1]), *(R.T @ velocity[0])])


@kernel
def less_gravity(A, R, g):
    """A body's acceleration (6,) less that of gravity."""
    return np.array([*A[:3], *(A[3:] - R.T @ g)])


@kernel
def in_world(R, force, along):
    """A force (6,) as force and couple resolved in the world, and what stays as it is."""
    return (R @ force[3:], R @ force[:3]), along


@kernel
def active_and_inertia_force(inertia, R, V, remainder, g, F):
    """Force and couple (3,) on one body: applied (eq. 32), of gravity, and of inertia without y_dot (eq. 38, corrected)."""
    force, couple = np.zeros(3), np.zeros(3)
    if F is not None:
        force, couple = R @ F[3:], R @ F[:3]
    if inertia is None:
        return force, couple
    m, h, I = inertia[0], R @ inertia[1:4], R @ symmetric(inertia[4:10]) @ R.T
    w, alpha = R @ V[:3], R @ remainder[:3]
    a_free = R @ (remainder[3:] + cross(V[:3], V[3:])) - g
    return (
        force - (m * a_free + cross(alpha, h) + cross(w, cross(w, h))),
        couple - (cross(h, a_free) + I @ alpha + cross(w, I @ w)),
    )


@kernel
def along(velocity, force):
    """What a force and a couple (or columns of them) do along a partial velocity."""
    return velocity[0].T @ force[0] + velocity[1].T @ force[1]
