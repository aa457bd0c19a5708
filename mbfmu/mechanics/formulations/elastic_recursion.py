"""The recursion through flexible bodies: the Gauss transformation of eq. 34 takes their elastic coordinates before their joint.

A node hands its material what it carries, inertia Ia and force pa at its own frame, which moves with

    A_node = X A + c + S e_ddot

where A is the acceleration of the material's frame, c the bias of the node and S its subspace. With the extended inertia [ I C; C^T 1 ] of the
material, forces p and p_e that its velocities and loads need beside it, and f = -(Ia A_node + pa), what each node carries pushes it with f:

    e_ddot = sum S^T f - p_e - C^T A

1. By modes, where these are fewer than the freedoms of the nodes: with C' = C + sum X^T Ia S, E = 1 + sum S^T Ia S = L D L^T, Y = L^-1 C'^T, and with
   p', p_e' that include the forces of the nodes, y = -L^-1 p_e',

       e_ddot = L^-T D^-1 (y - Y A)      IA = I + sum X^T Ia X - Y^T D^-1 Y      pA = p' + Y^T D^-1 y

2. By nodes, else. Over all nodes together, A_node = G A + a + T f with G = X - S C^T, a = c - S p_e, T = S S^T. With Ia = U D U^T, g = U^T A_node,

       (1 + U^T T U D) g = U^T (G A + a - T pa)      f = -pa - U D g

   which is solved without pivots, since a diagonal matrix scales it to a symmetric positive definite one; so

       IA = I - C C^T + G^T U D (1 + U^T T U D)^-1 U^T G      pA = p - C p_e - G^T f(A = 0)

   Operations grow with the number of modes, not with its third power, and nothing cancels where what is carried weighs much more than the body.

Both are the same numbers; `tests/mechanics/formulations/test_flexible_bodies.py` compares both with Kane's equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.scalars import Traced, factor_spd, kernel, solve_lower, solve_upper, where
from ...base.spatial.inertia import mirrored, moved
from ...base.spatial.placement import move_force, move_motion
from .elastic_bodies import Material

NOTHING = 1e-14  # of an entry on the diagonal of an inertia: what is left of it behind others is roundoff


def material_backward(material: Material, steps: Any, bias: Any, F: Any, tau: Any, nodes: Sequence[tuple]) -> tuple:
    """Pass 2 for the material of a flexible body, under loads F (6,) and along its modes tau (n,), with what it knows of each node.

    `nodes` have (kind, steps, q, bias, Ia, pa) each. Returns what `material_forward` needs, and inertia and bias force for the lower body.
    """
    own = _loaded((material.rigid, material.force, material.coupling, material.along), F, tau)
    carrying = [node for node in nodes if _weighs(node[4])]
    own = _pushed(own, tuple(node for node in nodes if not _weighs(node[4])))
    n = material.modal.shape[0]
    eliminated = _by_nodes if 0 < 6 * len(carrying) <= n else _by_modes
    factored, down = eliminated(own, tuple(carrying))
    return factored, _down(steps, bias, *down)


def material_forward(steps: Any, bias: Any, factored: Any, A_lower: Any) -> tuple:
    """Pass 3: e_ddot (n,) of a flexible body, and the acceleration (6,) of its frame."""
    A = _up(steps, bias, A_lower)
    return (_forward_by_nodes if len(factored) > 3 else _forward_by_modes)(factored, A), A


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


def _weighs(Ia: Any) -> bool:
    """Whether an inertia, of numbers or composed, is more than zeros."""
    return bool(np.any(getattr(Ia, "known", Ia) != 0.0))


@kernel
def _loaded(own, F, tau):
    I, p, C, p_e = own
    return I, p if F is None else p - F, C, p_e if tau is None else p_e - tau


@kernel
def _pushed(own, nodes):
    """The forces (I, p, C, p_e) with those of nodes that carry no inertia."""
    I, p, C, p_e = own
    for kind, steps, q, _, _, pa in nodes:
        p_e = p_e + kind.subspace(q).T @ pa
        for placement in reversed(steps):
            pa = move_force(placement, pa)
        p = p + pa
    return I, p, C, p_e


_down, _up = kernel(moved_down), kernel(moved_up)


@kernel
def _by_modes(own, nodes):
    I, p, C, p_e = own
    E = np.eye(C.shape[1])
    for kind, steps, q, bias, Ia, pa in nodes:
        S = kind.subspace(q)
        carried, force = Ia @ S, pa + Ia @ moved_up(steps, bias, np.zeros(6))
        E, p_e = E + S.T @ carried, p_e + S.T @ force
        for placement in reversed(steps):
            carried = np.column_stack([move_force(placement, column) for column in carried.T])
        inertia, force = moved_down(steps, bias, Ia, pa)
        I, p, C = I + inertia, p + force, C + carried
    L, D = factor_spd(E)
    Y = solve_lower(L, np.column_stack([C.T, -p_e]))
    scaled = np.array([row / d for row, d in zip(Y, D)])
    gain, alone = scaled[:, :6], scaled[:, 6]
    lower = np.array([[L[i][k] if k < i else 0.0 for k in range(len(D))] for i in range(len(D))])
    return (lower, gain, alone), (I - mirrored(Y[:, :6].T @ gain), p + Y[:, :6].T @ alone)


@kernel
def _forward_by_modes(factored, A):
    L, gain, own = factored
    return solve_upper(L, own - gain @ A)


@kernel
def _by_nodes(own, nodes):
    I, p, C, p_e = own
    m = 6 * len(nodes)
    S = np.array([row for kind, _, q, *_ in nodes for row in kind.subspace(q)]).reshape(m, C.shape[1])
    X = np.array([row for _, steps, *_ in nodes for row in np.array([moved_up(steps, np.zeros((2, 6)), one) for one in np.eye(6)]).T]).reshape(m, 6)
    c = np.array([one for _, steps, _, bias, _, _ in nodes for one in moved_up(steps, bias, np.zeros(6))])
    pa = np.array([one for node in nodes for one in node[5]])
    U, D = _side_by_side([_factored(node[4]) for node in nodes])
    G, a, T = X - S @ C.T, c - S @ p_e, mirrored(S @ S.T)
    right = np.column_stack([U.T @ G, U.T @ (a - T @ pa)])
    g = _solve_without_pivots(np.eye(m) + (U.T @ T @ U) * D, right)
    f_by_A, f = -(U @ (D[:, None] * g[:, :6])), -pa - U @ (D * g[:, 6])
    inertia = I - mirrored(C @ C.T) - mirrored(G.T @ f_by_A)
    return (C, p_e, S, f_by_A, f), (inertia, p - C @ p_e - G.T @ f)


@kernel
def _forward_by_nodes(factored, A):
    C, p_e, S, f_by_A, f = factored
    return S.T @ (f + f_by_A @ A) - p_e - C.T @ A


def _side_by_side(factors) -> tuple:
    """U (6 c, 6 c) and D (6 c,) of several inertias."""
    m = 6 * len(factors)
    U, D = np.zeros((m, m)).astype(object), np.array([d for _, D in factors for d in D])
    for b, (own, _) in enumerate(factors):
        U[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] = own
    return U, D


def _factored(A) -> tuple:
    """U, unit lower triangular, and D (n,) of a positive semidefinite A = U D U^T (n, n)."""
    n = len(A)
    U, D = np.eye(n).astype(object), np.zeros(n).astype(object)
    for j in range(n):
        scaled = [U[j, k] * D[k] for k in range(j)]
        column = [A[i, j] - sum((U[i, k] * scaled[k] for k in range(j)), 0.0) for i in range(j, n)]
        D[j], inverse = _pivot(column[0], A[j, j])
        U[j + 1 :, j] = [one * inverse for one in column[1:]]
    return U, D


def _pivot(d, whole) -> tuple:
    """A pivot and its inverse, both zero where nothing but roundoff is left of the `whole` entry."""
    if isinstance(d, Traced) and d.sx.is_constant() and float(d.sx) == 0.0:
        return 0.0, 0.0
    there = where(d > NOTHING * whole, 1.0, 0.0)
    return d * there, there / where(d > NOTHING * whole, d, 1.0)


def _solve_without_pivots(A, b):
    """x with A x = b (m, k), for an A that a diagonal matrix scales to a symmetric positive definite one."""
    A, x = A.copy().astype(object), b.copy().astype(object)
    n = len(A)
    for j in range(n):
        for i in range(j + 1, n):
            factor = A[i, j] / A[j, j]
            A[i, j:] = A[i, j:] - factor * A[j, j:]
            x[i] = x[i] - factor * x[j]
    for i in reversed(range(n)):
        for k in range(i + 1, n):
            x[i] = x[i] - A[i, k] * x[k]
        x[i] = x[i] / A[i, i]
    return x
