"""Superelements: loops that share coordinates, to be solved together."""

from __future__ import annotations

from typing import Hashable, Iterable, Sequence

from scipy.cluster.hierarchy import DisjointSet

from .cut import Cut
from .tree import Tree


def superelements(tree: Tree) -> tuple[tuple[Cut, ...], ...]:
    """The joints that close loops, grouped so that loops of different groups have no coordinate in common.

    Groups follow each other by their first joint, and within a group the joints stand in the tree's order. Their constraints are uncoupled,
    though not their accelerations: the mass matrix may couple them. Source: Omar (2014), section 4.
    """
    coordinates = [{k for k in tree.loop(cut) if tree.bodies[k - 1].joint.nv} for cut in tree.cuts]
    return tuple(tuple(tree.cuts[i] for i in group) for group in sharing(coordinates))


def sharing(sets: Sequence[Iterable[Hashable]]) -> list[list[int]]:
    """The indices of `sets`, grouped so that sets of different groups have no member in common; ascending."""
    groups = DisjointSet(range(len(sets)))
    first: dict[Hashable, int] = {}
    for i, members in enumerate(sets):
        for member in members:
            groups.merge(first.setdefault(member, i), i)
    return sorted(sorted(group) for group in groups.subsets())
