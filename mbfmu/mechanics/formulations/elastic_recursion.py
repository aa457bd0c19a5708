"""The recursion through flexible bodies: the Gauss transformation of eq. 34 takes their elastic coordinates before their joint.

A node hands down to the material what it carries: to its frame X^T Ia X and X^T (pa + Ia c), and along the modes by its subspace S. With sums over
the nodes, c the whole bias of a node, the extended inertia (6 + n, 6 + n) of the material is

    IA = rigid + sum X^T Ia X        C = coupling + sum X^T Ia S       E = modal + sum S^T Ia S

and with the forces p and p_e beside it, its elastic accelerations follow that of its frame A:

    e_ddot = E^-1 (-p_e - C^T A)     Ia = IA - C E^-1 C^T              pa = p - C E^-1 p_e

With E = L D L^T and Y = L^-1 C^T, y = -L^-1 p_e, these are Ia = IA - Y^T D^-1 Y, pa = p + Y^T D^-1 y and e_ddot = L^-T D^-1 (y - Y A).
Modes of unit mass leave E a unit matrix where no node carries anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.scalars import factor_spd, kernel, solve_lower, solve_upper
from ...base.spatial.inertia import mirrored, moved
from ...base.spatial.placement import move_force, move_motion
from .elastic_bodies import Material


def material_backward(material: Material, steps: Any, bias: Any, F: Any, tau: Any, above: tuple | None) -> tuple:
    """Pass 2 for the material of a flexible body, under loads F (6,) and along its modes tau (n,), with the sums of what its nodes hand down:
    L, D^-1 Y and D^-1 y for pass 3, and inertia and bias force of its frame, seen from the lower body."""
    own = material.rigid, material.force, material.coupling, material.modal, material.along
    return _eliminated(own, steps, bias, F, tau, above)


@kernel
def material_forward(steps, bias, factored, A_lower):
    """Pass 3: e_ddot (n,) of a flexible body, and the acceleration (6,) of its frame."""
    L, gain, own = factored
    A = moved_up(steps, bias, A_lower)
    return solve_upper(L, own - gain @ A), A


@kernel
def node_backward(kind, steps, q, bias, Ia, pa):
    """Pass 2 for a node: what it hands down to frame and modes of its material, in the order (Ia, pa, C, E, p_e)."""
    S = kind.subspace(q)
    C, p = Ia @ S, pa + Ia @ (bias[1] + move_motion(steps[1], bias[0]))
    E, p_e = S.T @ C, S.T @ p
    for placement in reversed(steps):
        C = np.column_stack([move_force(placement, column) for column in C.T])
    return (*moved_down(steps, bias, Ia, pa), C, E, p_e)


@kernel
def node_forward(kind, steps, q, bias, e_ddot, A_lower):
    """Pass 3: acceleration (6,) of a node."""
    return moved_up(steps, bias, A_lower) + kind.subspace(q) @ e_ddot


def moved_up(steps, bias, A):
    """X A + c (6,): the acceleration of a body due to that of its lower body."""
    for placement, c in zip(steps, bias):
        A = move_motion(placement, A) + c
    return A


def moved_down(steps, bias, Ia, pa):
    """X^T Ia X (6, 6) and X^T (pa + Ia c) (6,): inertia and bias force of a body without its joint's directions, seen from its lower body."""
    for placement, c in zip(reversed(steps), reversed(bias)):
        Ia, pa = moved(placement, Ia), move_force(placement, pa + Ia @ c)
    return Ia, pa


@kernel
def _eliminated(own, steps, bias, F, tau, above):
    IA, p, C, E, p_e = own if above is None else (mine + carried for mine, carried in zip(own, above))
    if F is not None:
        p = p - F
    if tau is not None:
        p_e = p_e - tau
    L, D = factor_spd(E)
    Y = solve_lower(L, np.column_stack([C.T, -p_e]))
    scaled = np.array([row / d for row, d in zip(Y, D)])
    gain, alone = scaled[:, :6], scaled[:, 6]
    lower = np.array([[L[i][k] if k < i else 0.0 for k in range(len(D))] for i in range(len(D))])
    return (lower, gain, alone), moved_down(steps, bias, IA - mirrored(Y[:, :6].T @ gain), p + Y[:, :6].T @ alone)
