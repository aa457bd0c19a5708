"""Rotors that turn with joints of the tree."""

from __future__ import annotations

from ...base.scalars import Record
from ..topology import Tree
from .loads import plus


def along_joints(tree: Tree, d: Record) -> list:
    """The inertia that rotors add along the joint of each body, None where there is no rotor; index 0 is the world."""
    along: list = [None] * (len(tree.bodies) + 1)
    for rotor, inertia in zip(tree.rotors, d.rotors):
        if tree.cut_of(rotor.joint) is None:
            k = tree.number(rotor.joint)
            along[k] = inertia if along[k] is None else plus(along[k], inertia)
    return along
