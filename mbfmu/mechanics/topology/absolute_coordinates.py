"""A tree in absolute coordinates: every body free against the world, all joints beside the tree."""

from __future__ import annotations

from dataclasses import replace

from ...model.declare.frame import Frame
from ...model.elements.joints import Coordinates, Joint
from .cut import Cut
from .tree import Tree, TreeBody


def absolute_coordinate_tree(tree: Tree, free: type[Joint]) -> Tree:
    """The same bodies, each behind a joint of type `free` of its own from the world to the frame_a of its first part.

    What already is behind such a joint, or behind Coordinates of the user's own, from the world stays as it is, as do the material and the nodes of
    flexible bodies. All other joints
    become cuts, those of the tree before those that closed its loops. Numbers of bodies and where parts belong do not change.
    The new joints bear the names of the bodies' first parts; they are no elements of the model, so their coordinates at the start
    follow from those of the given tree.
    """
    bodies: list[TreeBody] = []
    cuts: list[Cut] = []
    lower: list[int] = []
    for body, below in zip(tree.bodies, tree.lower):
        stays = not isinstance(body.joint, Joint)
        lower.append(below if stays else 0)
        if stays or below == 0 and (body.kind is free or isinstance(body.joint, Coordinates)):
            bodies.append(body)
        else:
            bodies.append(_behind(free, tree, body))
            cuts.append(Cut(body.joint, body.joint.frame_a, body.joint.frame_b))
    return replace(tree, bodies=tuple(bodies), lower=tuple(lower), cuts=(*cuts, *tree.cuts))


def _behind(free: type[Joint], tree: Tree, body: TreeBody) -> TreeBody:
    part = body.outboard.part
    inboard, outboard = Frame(tree.world), Frame(part)
    joint = free(inboard, outboard)
    joint.detach()
    joint.name = part.path
    return TreeBody(joint=joint, kind=free, inboard=inboard, outboard=outboard, welds=body.welds)
