"""Superelements of a compiled mechanism: constraints that share coordinates, and the bodies that carry them."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca
import numpy as np

from ...base.disjoint_sets import DisjointSets
from ...mechanics.formulations.constraints import Constraints
from ...mechanics.topology import Tree, branch

WORTH = 15  # rows: for fewer a solve of their own takes longer than it saves


@dataclass(frozen=True)
class Superelement:
    """`held`, the numbers of constraints that share coordinates (Omar (2014), section 4), and `rows`, theirs that are not empty; `bodies`,
    those whose joints they move, `base`, the uppermost body below all these joints."""

    held: tuple[int, ...]
    rows: tuple[int, ...]
    bodies: tuple[int, ...]
    base: int


@dataclass(frozen=True)
class Supported:
    """What one body carries (body 0: the world): the numbers of its `held` constraints, their `rows`, and its `outboard`, the bodies on it through
    which they are reached. Constraints elsewhere see of all that only what the body feels."""

    held: tuple[int, ...]
    rows: tuple[int, ...]
    outboard: frozenset[int]


def superelements(constraints: Constraints, pattern: ca.Sparsity) -> list[Superelement]:
    """The superelements of constraints whose Jacobian by all speeds has the given pattern."""
    tree = constraints.motion.tree
    of_row = np.repeat(np.arange(len(constraints.held)), [len(h.units) for h in constraints.held])
    of_speed = np.repeat(np.arange(1, len(tree.bodies) + 1), [body.nv for body in tree.bodies])
    rows, columns = (np.array(indices, dtype=int) for indices in pattern.get_triplet())
    groups = DisjointSets[int]()
    first: dict[int, int] = {}
    for i, k in sorted(set(zip(of_row[rows].tolist(), of_speed[columns].tolist()))):
        groups.add(i)
        groups.merge(i, first.setdefault(k, i))
    found = []
    for group in sorted(map(sorted, groups.subsets())):
        own = tuple(row for row in sorted(set(rows.tolist())) if of_row[row] in group)
        bodies = tuple(k for k, i in first.items() if groups.connected(i, group[0]))
        found.append(Superelement(tuple(group), own, bodies, _base(tree, bodies)))
    return found


def supported(tree: Tree, found: list[Superelement]) -> dict[int, Supported]:
    """What is supported by which body, from the outermost inwards: all superelements, on the world or on moving bodies where that is worth it."""
    left, carriers = list(found), {}
    for c in range(len(tree.bodies), -1, -1):
        on = [s for s in left if _is_on(tree, s.base, c)]
        outboard = frozenset(_child(tree, c, k) for s in on for k in s.bodies)
        others = (k for s in found if not _is_on(tree, s.base, c) for k in s.bodies)
        apart = not any(_child(tree, c, k) in outboard for k in others if _is_on(tree, k, c) and k != c)
        rows = tuple(sorted(row for s in on for row in s.rows))
        if c == 0 or (apart and _carries(tree, c) and len(rows) >= WORTH):
            carriers[c] = Supported(tuple(i for s in on for i in s.held), rows, outboard)
            left = [s for s in left if s not in on]
    return carriers


def _carries(tree: Tree, c: int) -> bool:
    """Whether a body can carry superelements: not the material of a flexible body, whose coordinates belong to the loop, nor one that never moves."""
    return tree.bodies[c - 1].elastic is None and any(tree.bodies[k - 1].nv for k in branch(tree.lower, c))


def _base(tree: Tree, bodies: tuple[int, ...]) -> int:
    """The uppermost body that is below all of some."""
    below = [[0, *reversed(branch(tree.lower, k))][:-1] for k in bodies]
    shared = [way for way in zip(*below) if len(set(way)) == 1]
    return shared[-1][0]


def _is_on(tree: Tree, k: int, c: int) -> bool:
    """Whether body k is c or above it."""
    return c == 0 or c in branch(tree.lower, k)


def _child(tree: Tree, c: int, k: int) -> int:
    """The body next above c on the way to body k above it."""
    way = branch(tree.lower, k)
    return way[way.index(c) - 1] if c else way[-1]
