"""The recursive O(n) formulation: articulated bodies.

Schiehlen (2005), section 3.4: forward recursion of the motion (`motion.forward`), backward recursion by a Gauss
transformation (eqs. 33-34), forward recursion of the accelerations. The articulated inertia of eq. 34,
M~_(i-1) = M_(i-1) + C_i^T (M~_i - M~_i J_i (J_i^T M~_i J_i)^-1 J_i^T M~_i) C_i, is summed over all bodies i above.
Gravity, where uniform, enters as an upward acceleration of the world.

Names as in R. Featherstone, Rigid Body Dynamics Algorithms (2008), section 7.3. Vectors (6,) are angular above linear, resolved in each body.
X takes motions from the lower body. A has the acceleration of the body's origin, not the spatial one: then c has centripetal and Coriolis terms,
and pA depends on angular velocities only.

    Pass 1, outwards:  V = X V_lower + S v               c = what velocities add to A = X A_lower + S v_dot
    Pass 2, inwards:   IA = I + sum X^T Ia X             pA = centrifugal force - F + sum X^T (pa + Ia c), sums over the bodies above
                       U = IA S      D = S^T U + rotor   u = tau - S^T pA
                       Ia = IA - U D^-1 U^T              pa = pA + U D^-1 u
    Pass 3, outwards:  A' = X A_lower + c                v_dot = D^-1 (u - U^T A')      A = A' + S v_dot
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.scalars import kernel, solve_spd
from ...base.spatial.inertia import centrifugal, matrix
from ...base.spatial.rotations import cross
from ..topology import Tree
from .elastic_recursion import material_backward, material_forward, moved_down, moved_up, node_forward
from .loads import Loads, base_acceleration, plus
from .motion import Motion
from .rotors import along_joints

AT_REST = (np.zeros(6), np.zeros(6))  # what velocities add then


@dataclass(frozen=True)
class Carrier:
    """A body that moves and carries superelements, which meet it at their `outboard` bodies (its own children) and nowhere else.

    To what they know of it, its `acceleration` (6,), and what it knows of them, the `inertia` (6, 6) and bias `force` (6,) with which
    they hold against that, the recursion does not look through.
    """

    outboard: frozenset[int]
    acceleration: Any
    inertia: Any
    force: Any


@dataclass(frozen=True)
class Recursion:
    """`v_dot`, one piece (nv,) a body, and for each carrier its acceleration (6,) and the inertia and bias force of its superelements, their loops
    open, `reflected` to it.

    Of each body, `factored` and `inertia` are D^-1 U^T (where its joint restricts it) and D^-1 u, and D: empty where it does not move.
    """

    v_dot: list
    accelerations: dict[int, Any]
    reflected: dict[int, tuple]
    factored: list
    inertia: list


def accelerations(motion: Motion, loads: Loads) -> list:
    """v_dot, one piece (nv,) a body, of a tree at a motion under loads."""
    return recursion(motion, loads, {}).v_dot


def recursion(motion: Motion, loads: Loads, carriers: Mapping[int, Carrier]) -> Recursion:
    """The accelerations of a tree at a motion under loads, cut below the outboard bodies of what `carriers` (body -> Carrier) carry."""
    tree, d = motion.tree, motion.d
    rotors = along_joints(tree, d)
    n = len(tree.bodies)
    above: list = [None] * (n + 1)
    reflected: dict[int, tuple] = {}
    factored: list = [None] * (n + 1)
    inertia: list = [None] * (n + 1)
    bias: list = [None] * (n + 1)
    on_nodes: dict[int, list[tuple]] = {}
    # Pass 1, outwards: positions and velocities V; `motion` has them.
    # Pass 2, inwards: articulated inertia IA and bias force pA of each body, and S, U, D, u of its joint in `backward_pass`.
    for k in reversed(range(1, n + 1)):
        kind, q, j = tree.bodies[k - 1].kind, motion.coordinates(k), tree.lower[k - 1]
        bias[k] = velocity_bias(kind, motion.steps[k], q, motion.speeds(k), motion.transported[k], motion.V[k])
        if k in motion.materials:
            entrance = kind, motion.steps[k], q, bias[k]
            factored[k], down = material_backward(motion.materials[k], entrance, loads.F[k], loads.tau[k], on_nodes.get(k, []))
        else:
            if k in carriers:
                above[k] = _together(above[k], (carriers[k].inertia, carriers[k].force))
            IA, pA = articulated_inertia(d.base_inertias[k - 1], motion.V[k], loads.F[k], *(above[k] or (None, None)))
            if tree.movers[k - 1] == k:
                factored[k], inertia[k], down = backward_pass(kind, motion.steps[k], q, bias[k], loads.tau[k], rotors[k], IA, pA)
            else:
                on_nodes.setdefault(j, []).append((kind, motion.steps[k], q, bias[k], IA, pA))
                continue
        if _supported(carriers, j, k):
            reflected[j] = _together(reflected.get(j), down)
        elif j:
            above[j] = _together(above[j], down)
    # Pass 3, outwards: v_dot of each joint and acceleration A of each body.
    A: list = [base_acceleration(loads.uniform)] + [None] * n
    v_dot: list = [None] * n
    for k, (body, j) in enumerate(zip(tree.bodies, tree.lower), 1):
        lower = carriers[j].acceleration if _supported(carriers, j, k) else A[j]
        if k in motion.materials:
            v_dot[k - 1], A[k] = material_forward((body.kind, motion.steps[k], motion.q[k - 1], bias[k]), factored[k], lower)
        elif tree.movers[k - 1] == k:
            v_dot[k - 1], A[k] = forward_pass(body.kind, motion.steps[k], motion.q[k - 1], bias[k], factored[k], lower)
        else:
            v_dot[k - 1], A[k] = np.zeros(0), node_forward(body.kind, motion.steps[k], motion.coordinates(k), bias[k], v_dot[j - 1], lower)
    return Recursion(v_dot=v_dot, accelerations={c: A[c] for c in carriers}, reflected=reflected, factored=factored[1:], inertia=inertia[1:])


def spread(tree: Tree, q: list, steps: list, factored: list) -> list:
    """v_dot, one piece (nv,) a body, by pass 3 alone: accelerations of the `factored` forces, velocity and gravity terms left out.

    v_dot is linear in D^-1 u. `steps`: those of each body's motion.
    """
    A: list = [np.zeros(6)]
    v_dot = []
    for body, j, *own in zip(tree.bodies, tree.lower, q, steps, factored):
        one, acceleration = forward_pass(body.kind, own[1], own[0], AT_REST, own[2], A[j])
        v_dot.append(one)
        A.append(acceleration)
    return v_dot


def _supported(carriers: Mapping[int, Carrier], j: int, k: int) -> bool:
    """Whether body k belongs to a superelement that its lower body j carries."""
    return j in carriers and k in carriers[j].outboard


def _together(sums: tuple | None, term: tuple) -> tuple:
    return term if sums is None else tuple(map(plus, sums, term))


@kernel
def velocity_bias(kind, steps, q, v, transported, V):
    """Pass 1: c, which velocities add to the acceleration (6,) after each of a body's two steps, relative to its lower body's."""
    w, w_lower = V[:3], transported[:3]
    (R_joint, r_joint), (_, r) = steps
    V_joint = kind.along(q, v)
    w_joint, v_joint = V_joint[:3], V_joint[3:]
    at_joint = np.array([0.0, 0.0, 0.0, *cross(w_lower, cross(w_lower, R_joint.T @ r_joint + r))])
    return at_joint, kind.bias(q, v) + np.array([*cross(w, w_joint), *cross(2.0 * w - w_joint, v_joint)])


@kernel
def articulated_inertia(inertia, V, F, IA_above, pA_above):
    """Pass 2: articulated inertia IA (6, 6) and bias force pA (6,) of a body, its own and those of the bodies above."""
    IA = matrix(inertia) if inertia is not None else np.zeros((6, 6))
    pA = centrifugal(inertia, V[:3]) if inertia is not None else np.zeros(6)
    if F is not None:
        pA = pA - F
    if IA_above is not None:
        IA, pA = IA + IA_above, pA + pA_above
    return IA, pA


@kernel
def backward_pass(kind, steps, q, bias, tau, rotor, IA, pA):
    """Pass 2: Gauss transformation of one body (eq. 34): (D^-1 U^T, D^-1 u) for pass 3, D, and X^T Ia X and X^T (pa + Ia c) for its lower body.

    Of a rotor's inertia along the joint, the lower body feels what accelerates it.
    A body that nothing restricts accelerates as if it were alone, whatever its speeds are: its acceleration (6,) is all that pass 3 needs, and
    its lower body feels the load of the joint only.
    """
    S = kind.subspace(q)
    if S.shape[1] == 0:
        return (), (), moved_down(steps, bias, IA, pA)
    if S.shape[1] == 6:
        load = np.zeros(6) if tau is None else on_free_body(kind, q, tau)
        return (solve_spd(IA, load - pA),), IA, moved_down(steps, np.zeros((2, 6)), np.zeros((6, 6)), load)
    U, free = IA @ S, axes(S)
    D, u = S.T @ U, -(S.T @ pA) if tau is None else tau - S.T @ pA
    if rotor is not None:
        D, free = D + rotor, {}
    solved = solve_spd(D, np.column_stack([U.T, u]))
    gain, own = with_units(solved[:, :6], free), solved[:, 6]  # D^-1 U^T and D^-1 u
    load = np.zeros(len(own)) if tau is None else tau
    Ia, pa = transmitted(IA - U @ gain, free), loaded(pA + U @ own, load, free)
    return (gain, own), D, moved_down(steps, bias, Ia, pa)


def on_free_body(kind, q, tau):
    """The force (6,) on a body of a load tau (6,) along the speeds of a joint that restricts nothing."""
    return np.array([np.array(kind.speeds(q, one)) @ tau for one in np.eye(6)])


def axes(S) -> dict[int, int]:
    """Which columns of a subspace (6, nv) are coordinate axes: axis -> column."""
    return {list(column).index(1.0): j for j, column in enumerate(S.T) if _is_axis(column)}


def _is_axis(column) -> bool:
    numbers = [c for c in column if isinstance(c, float)]
    return len(numbers) == 6 and sorted(numbers) == [0.0] * 5 + [1.0]


def with_units(gain, free):
    """The gain (nv, 6) = D^-1 U^T with gain @ S = 1 exact where S is an axis, so that nothing there is computed."""
    unit = np.eye(len(gain))
    return np.array([[row[i] if i not in free else unit[j, free[i]] for i in range(6)] for j, row in enumerate(gain)])


def transmitted(Ia, free):
    """Ia (6, 6) with exact zeros in the axes that the joint leaves free: no force goes through them."""
    return np.array([[0.0 if i in free or j in free else Ia[min(i, j), max(i, j)] for j in range(6)] for i in range(6)])


def loaded(p, load, free):
    """A force p (6,) with exactly the joint's load in the axes that it leaves free."""
    return np.array([load[free[i]] if i in free else p[i] for i in range(6)])


@kernel
def forward_pass(kind, steps, q, bias, factored, A_lower):
    """Pass 3: v_dot (nv,) of its joint and A (6,) of one body, from A of its lower body."""
    A = moved_up(steps, bias, A_lower)
    if not factored:
        return np.zeros(0), A
    if len(factored) == 1:
        return np.array(kind.speeds(q, factored[0] - A)), factored[0]
    gain, own = factored
    v_dot = own - gain @ A  # D^-1 (u - U^T A')
    return v_dot, A + kind.subspace(q) @ v_dot
