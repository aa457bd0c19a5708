"""Superelements: loops that share coordinates, to be solved together."""

from __future__ import annotations

from scipy.cluster.hierarchy import DisjointSet

from .cut import Cut
from .tree import Tree


def superelements(tree: Tree) -> tuple[tuple[Cut, ...], ...]:
    """The joints that close loops, grouped so that loops of different groups have no coordinate in common.

    Groups follow each other by their first joint, and the joints in a group as in the tree. Constraints of different groups are
    uncoupled, though not their accelerations: the mass matrix may couple them. Source: Omar (2014), section 4.
    """
    groups = DisjointSet(range(len(tree.cuts)))
    first: dict[int, int] = {}  # by body, the first cut whose loop has its coordinates
    for i, cut in enumerate(tree.cuts):
        for k in tree.loop(cut):
            if tree.bodies[k - 1].joint.nv:
                groups.merge(first.setdefault(k, i), i)
    return tuple(tuple(tree.cuts[i] for i in group) for group in sorted(map(sorted, groups.subsets())))
