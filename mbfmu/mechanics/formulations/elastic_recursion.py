"""The recursion through flexible bodies: the Gauss transformation of eq. 34 takes their elastic coordinates too.

The material stands on the node at which it is entered, node 0; the other nodes stand on it. All nodes are alike where they are resolved in the axes
of the material, at their own places: while its frame accelerates with A, node i does so with

    A_i = X_i A + S_i e_ddot + c_i

where X_i shift to its place, c_i are biases and S_i = `in_material`. B = A_0 is what the lower body gives. With the extended inertia [ I C; C^T 1 ]
of the material, the forces p and p_e that its velocities and loads need beside it, f_0 on node 0, and f_i = -(Ia_i A_i + pa_i) from what the others
carry,

    I A + C e_ddot + p = sum X_i^T f_i          C^T A + e_ddot + p_e = sum S_i^T f_i

Node 0 hands down f_0 = IA B + pA.

1. By modes, where these are few: with I', C', p', E', p_e' of the material and all that other nodes carry, such as C' = C + sum X^T Ia S, moved to
   node 0, and S = S_0, c = c_0,

       E = E' + S^T I' S - S^T C' - C'^T S = L D L^T       Y = L^-1 (C' - I' S)^T       y = -L^-1 (p_e' - C'^T c - S^T (p' - I' c))
       e_ddot = L^-T D^-1 (y - Y B)       IA = I' - Y^T D^-1 Y       pA = p' - I' c + Y^T D^-1 y

2. By nodes, else. Over all nodes together, 0 the first, the material alone gives

       A_all = Lambda f + alpha     Lambda = G K^-1 G^T + S S^T     alpha = c - S p_e - G K^-1 (p - C p_e)     G = X - S C^T     K = I - C C^T

   What the others carry is Ia = U D U^T (`_factored`). Their f = -U x - pa follow from
   (D^-1 + U^T Lambda U) x = U^T (Lambda_0^T f_0 + alpha - Lambda pa) by reciprocals of pivots, D_j / (1 + D_j N_jj) with N = U^T Lambda U, since
   D_j = 0 in directions that a joint leaves free. Left is
   B = Lambda_0 f_0 + alpha_0, so IA = Lambda_0^-1, pA = -Lambda_0^-1 alpha_0. Operations grow with the number of modes, not with its third power.

Both are the same numbers; tests/mechanics/formulations/test_flexible_bodies.py compares both with Kane's equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.scalars import factor_spd, inverse_spd, kernel, solve_lower, solve_upper
from ...base.spatial.inertia import mirrored, moved
from ...base.spatial.placement import move_force, move_motion
from ...base.spatial.rotations import skew
from ..topology.seat import in_material, place
from .elastic_bodies import Material

NOTHING = 1e-14  # of an entry on the diagonal of an inertia: what is left of it behind others is roundoff
NEVER = 1e-100  # kg: nothing divides by zero
BY_MODES = 3  # numbers that the elimination by modes leaves for pass 3
FEW = 5  # modes a node, below which elimination by modes takes fewer operations
NORMAL = np.array([0.4472, 0.5821, 0.6791])  # of a plane to which no axis of a mechanism is likely to stand in a simple way
ASKEW = np.kron(np.eye(2), np.eye(3) - 2.0 * np.outer(NORMAL, NORMAL) / (NORMAL @ NORMAL))  # reflects angular and linear parts of motions and forces


def material_backward(material: Material, entrance: tuple, F: Any, tau: Any, nodes: Sequence[tuple]) -> tuple:
    """Pass 2 for the material of a flexible body, under loads F (6,) and along its modes tau (n,), with what it knows of its nodes.

    `entrance` is (kind, steps, q, bias) of its own step from node 0, `nodes` have (kind, steps, q, bias, Ia, pa) each. Returns what
    `material_forward` needs, and inertia and bias force for the lower body.
    """
    own = _loaded((material.rigid, material.force, material.coupling, material.along), F, tau)
    own = _pushed(own, tuple(_standing(*node) for node in nodes if not _weighs(node[4])))
    carrying = tuple(_standing(*node) for node in nodes if _weighs(node[4]))
    eliminated = _by_nodes if FEW * (1 + len(carrying)) <= material.modal.shape[0] else _by_modes
    factored, down = eliminated(own, _entered(*entrance), carrying)
    return factored, _down(entrance, *down)


def material_forward(entrance: tuple, factored: Any, A_lower: Any) -> tuple:
    """Pass 3: e_ddot (n,) of a flexible body, and the acceleration (6,) of its frame."""
    return (_forward_by_modes if len(factored) == BY_MODES else _forward_by_nodes)(entrance, factored, A_lower)


@kernel
def node_forward(kind, steps, q, bias, e_ddot, A_lower):
    """Pass 3: acceleration (6,) of a node."""
    return moved_up(steps, bias, A_lower) + kind.along(q, e_ddot)


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
def _standing(kind, steps, q, bias, Ia, pa):
    """(S, r, c, Ia, pa) of a node that stands on the material, of which the first step is none."""
    _, (R, r) = steps
    turned = (R, np.zeros(3))
    return in_material(kind.node, q), r, bias[0] + move_force(turned, bias[1]), moved(turned, Ia), move_force(turned, pa)


@kernel
def _entered(kind, steps, q, bias):
    """(S, r, c) of node 0."""
    r = place(kind.node, q)[1]
    return in_material(kind.node, q), r, move_motion((np.eye(3), r), -bias[1])


def _steps_to_node(entrance) -> tuple:
    """The steps from the lower body to node 0 in the axes of the material, and their biases."""
    _, (first, (R, _)), _, bias = entrance
    return (first, (R, np.zeros(3))), (bias[0], np.zeros(6))


@kernel
def _down(entrance, IA, pA):
    """What node 0 hands down, seen from the lower body."""
    return moved_down(*_steps_to_node(entrance), IA, pA)


@kernel
def _pushed(own, nodes):
    """The forces (I, p, C, p_e) with those of nodes that carry no inertia."""
    I, p, C, p_e = own
    for S, r, _, _, pa in nodes:
        p, p_e = p + move_force((np.eye(3), r), pa), p_e + S.T @ pa
    return I, p, C, p_e


@kernel
def _by_modes(own, entrance, nodes):
    (I, p, C, p_e), (S, r_0, c) = own, entrance
    E, back = np.eye(C.shape[1]), (np.eye(3), -r_0)
    for S_i, r, c_i, Ia, pa in nodes:
        carried, force, shift = Ia @ S_i, pa + Ia @ c_i, (np.eye(3), r)
        E, p_e = E + S_i.T @ carried, p_e + S_i.T @ force
        I, p, C = I + moved(shift, Ia), p + move_force(shift, force), C + _columns_moved(shift, carried)
    I, p, C = moved(back, I), move_force(back, p), _columns_moved(back, C)
    p_e, p = p_e - C.T @ c, p - I @ c
    half = 0.5 * (I @ S) - C
    E, C, p_e = E + S.T @ half + half.T @ S, C - I @ S, p_e - S.T @ p
    L, D = factor_spd(E)
    Y = solve_lower(L, np.column_stack([C.T, -p_e]))
    scaled = np.array([row / d for row, d in zip(Y, D)])
    gain, alone = scaled[:, :6], scaled[:, 6]
    return (_below(L), gain, alone), (I - mirrored(Y[:, :6].T @ gain), p + Y[:, :6].T @ alone)


def _below(L):
    """What `factor_spd` gives below the diagonal, as an array (n, n)."""
    return np.array([[L[i][k] if k < i else 0.0 for k in range(len(L))] for i in range(len(L))])


def _columns_moved(placement, forces):
    """Forces (6, n) on one frame, seen from another."""
    return np.column_stack([move_force(placement, column) for column in forces.T])


@kernel
def _forward_by_modes(entrance, factored, A_lower):
    kind, steps, q, bias = entrance
    L, gain, own = factored
    e_ddot = solve_upper(L, own - gain @ moved_up(*_steps_to_node(entrance), A_lower))
    return e_ddot, moved_up(steps, bias, A_lower) + kind.along(q, e_ddot)


@kernel
def _by_nodes(own, entrance, nodes):
    I, p, C, p_e = own
    S, r, c = ([one, *others] for one, others in zip(entrance, list(zip(*nodes))[:3] or ((), (), ())))
    X = [np.block([[np.eye(3), np.zeros((3, 3))], [-skew(one), np.eye(3)]]) for one in r]
    S, X, c = (np.concatenate(blocks) for blocks in (S, X, c))
    G = X - S @ C.T
    K, D = factor_spd(I - mirrored(C @ C.T))
    Y = solve_lower(K, np.column_stack([G.T, p - C @ p_e]))
    scaled = np.array([row / d for row, d in zip(Y, D)])
    H, h = scaled[:, :-1], scaled[:, -1]
    L, alpha = mirrored(Y[:, :-1].T @ H) + mirrored(S @ S.T), c - S @ p_e - Y[:, :-1].T @ h
    answer, taken = _answer(L, alpha, nodes)
    inertia = inverse_spd(L[:6, :6] - mirrored(taken[:, :6]))
    force = inertia @ (taken[:, 6] - alpha[:6])
    return (C, p_e, S, _below(K), H, h, answer, inertia, force), (inertia, force)


def _answer(L, alpha, nodes) -> tuple:
    """What `_answered` needs, and by how much what the nodes carry changes [Lambda_0, alpha_0] (6, 7), where all accelerate with L and alpha."""
    if not nodes:
        return (), np.zeros((6, 7))
    U, D = _side_by_side([_factored(node[3]) for node in nodes])
    pa = np.array([one for node in nodes for one in node[4]])
    across = L[6:, :6].T
    N, M = mirrored(U.T @ L[6:, 6:] @ U), U.T @ np.column_stack([across.T, alpha[6:] - L[6:, 6:] @ pa])
    gains = np.zeros(len(D)).astype(object)
    for j, d in enumerate(D):
        gains[j] = d / (1.0 + d * N[j, j])
        for i in range(j + 1, len(D)):
            factor = N[j, i] * gains[j]
            N[i, i:], M[i] = N[i, i:] - factor * N[j, i:], M[i] - factor * M[j]
    taken = (M[:, :6] * gains[:, None]).T @ M
    taken[:, 6] = taken[:, 6] + across @ pa
    return (N, M, gains, U, pa), taken


def _answered(answer, f_0) -> Any:
    """Forces on the nodes by what they carry (6 c,), under f_0 (6,) on node 0."""
    if not answer:
        return np.zeros(0)
    N, M, gains, U, pa = answer
    x = M[:, :6] @ f_0 + M[:, 6]
    for j in reversed(range(len(x))):
        x[j] = gains[j] * (x[j] - sum((N[j, i] * x[i] for i in range(j + 1, len(x))), 0.0))
    return -(U @ x) - pa


@kernel
def _forward_by_nodes(entrance, factored, A_lower):
    C, p_e, S, K, H, h, answer, inertia, force = factored
    f_0 = inertia @ moved_up(*_steps_to_node(entrance), A_lower) + force
    pushes = np.array([*f_0, *_answered(answer, f_0)])
    A = solve_upper(K, H @ pushes - h)
    return S.T @ pushes - p_e - C.T @ A, A


def _side_by_side(factors) -> tuple:
    """U (6 c, 6 c) and D (6 c,) of several inertias."""
    m = 6 * len(factors)
    U, D = np.zeros((m, m)).astype(object), np.array([d for _, D in factors for d in D])
    for b, (own, _) in enumerate(factors):
        U[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] = own
    return U, D


def _factored(A) -> tuple:
    """U (6, 6) and D (6,) of a positive semidefinite A = U D U^T (6, 6): U is a reflection and a unit lower triangle.

    A joint takes a direction from A, so that a pivot is zero: the last one of its block, as long as the direction has a component there. In the
    axes of the body that is not so: a hinge along y has its zero before z, and once it tilts, behind: the factors jump, and have no derivative.
    Behind a reflection at a plane that is none of a mechanism's, the zero stands and stays at the end.
    """
    A, n = mirrored(ASKEW @ A @ ASKEW), len(A)
    U, D = np.eye(n).astype(object), np.zeros(n).astype(object)
    for j in range(n):
        scaled = [U[j, k] * D[k] for k in range(j)]
        column = [A[i, j] - sum((U[i, k] * scaled[k] for k in range(j)), 0.0) for i in range(j, n)]
        D[j], inverse = column[0], _reciprocal(column[0], A[j, j])
        U[j + 1 :, j] = [one * inverse for one in column[1:]]
    return ASKEW @ U, D


def _reciprocal(d, whole):
    """1/d of a pivot, nearly zero where nothing but roundoff is left of the `whole` entry."""
    bounded = np.maximum(d, NOTHING * whole + NEVER)
    return d / (bounded * bounded)
