"""The mass metric body by body: what engine/c/mechanism/tree_factor.c eliminates, in place of a mass matrix that is written out.

The nonzeros of a mass matrix grow with the square of the speeds along a branch, and their elimination with the third power. The numbers of the
bodies grow with the bodies and their speeds, and so does the elimination.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import casadi as ca
import numpy as np

from ...base.scalars import kernel
from ...base.spatial.inertia import matrix, ten
from ...mechanics.formulations.motion import Motion
from ...mechanics.formulations.rotors import along_joints
from ...mechanics.topology import Tree
from ...mechanics.topology.lower_bodies import branch
from ..data.constraint_manifold import MassTree, Pattern
from ..schedules.builder import stack
from .patterns import columns_of

OF_BODY, OF_SPEED, OF_NODE_SPEED = 22, 10, 6  # numbers of a body, and of each speed that moves it: of its own, of the flexible body it stands on
WORTH = 1.0  # nonzeros for each number of the bodies: with more, elimination by bodies is faster (benchmarks/projection.py)


def by_bodies(tree: Tree) -> bool:
    """Whether elimination body by body costs less than that of the mass matrix written out."""
    if any(tree.cut_of(rotor.joint) is not None for rotor in tree.rotors):
        return False  # such a rotor couples speeds that the tree does not
    return sum(_nonzeros(tree)) > WORTH * sum(_sizes(tree))


def _nonzeros(tree: Tree) -> list[int]:
    """How many numbers the speeds of each body have in the lower triangle of the mass matrix."""
    below: list[int] = [0]
    for body, j in zip(tree.bodies, tree.lower):
        below.append(below[j] + body.nv)
    return [body.nv * below[k] - body.nv * (body.nv - 1) // 2 for k, body in enumerate(tree.bodies, 1)]


def _sizes(tree: Tree) -> list[int]:
    """How many numbers each body has."""
    moving = [tree.bodies[m - 1].nv for m in tree.movers]
    return [OF_BODY + (OF_SPEED if m == k else OF_NODE_SPEED) * n for k, (m, n) in enumerate(zip(tree.movers, moving), 1)]


def mass_tree(tree: Tree) -> MassTree:
    """The bodies of a tree, numbered from 0, and where the numbers of each begin."""
    return MassTree(
        lower=tuple(j - 1 for j in tree.lower),
        mover=tuple(m - 1 for m in tree.movers),
        first=(0, *accumulate(body.nv for body in tree.bodies)),
        place=(0, *accumulate(_sizes(tree))),
    )


def masses_of_bodies(motion: Motion) -> ca.MX:
    """The numbers of all bodies, as engine/c/mechanism/tree_masses.h orders them."""
    tree, rotors = motion.tree, along_joints(motion.tree, motion.d)
    numbers: list = []
    for k, (body, m) in enumerate(zip(tree.bodies, tree.movers), 1):
        material = motion.materials.get(k)
        rigid = None if material is None else material.rigid
        numbers += [*motion.placements[k], _inertia(motion.d.inertias[k - 1], rigid), _motions(body.kind, motion.coordinates(k))]
        if m == k and material is not None:
            numbers += [_momenta(material.coupling), _along(material.modal)]
        elif m == k:
            numbers += [np.zeros(3 * body.nv), np.zeros(body.nv) if rotors[k] is None else rotors[k]]
    return stack(numbers)


@kernel
def _inertia(own, rigid):
    """Ten numbers of a rigid body and a material, either of which may be missing."""
    if rigid is None:
        return np.zeros(10) if own is None else own
    return ten(rigid) if own is None else ten(rigid + matrix(own))


@kernel
def _motions(kind, q):
    """The motion (6) of a body by each speed."""
    return kind.subspace(q).T


@kernel
def _momenta(coupling):
    """The angular momentum (3) of each elastic rate."""
    return coupling[:3].T


@kernel
def _along(modal):
    return np.array([modal[i, i] for i in range(len(modal))])


def closed_by_bodies(rows: ca.Sparsity, tree: Tree) -> Pattern:
    """The pattern of rows in the metric: with a speed it has all of its body and of the bodies below."""
    first = [0, *accumulate(body.nv for body in tree.bodies)]
    body_of = [k for k, body in enumerate(tree.bodies, 1) for _ in range(body.nv)]
    return tuple(_speeds_of(tree, first, {body_of[column] for column in columns}) for columns in columns_of(rows))


def _speeds_of(tree: Tree, first: Sequence[int], bodies: set[int]) -> tuple[int, ...]:
    carrying = sorted({k for body in bodies for k in branch(tree.lower, body)})
    return tuple(speed for k in carrying for speed in range(first[k - 1], first[k]))
