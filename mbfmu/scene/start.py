"""Where all parts are at the start values of the joints, before loops are closed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..base.scalars import Record
from ..base.spatial.placement import IDENTITY, compose, inverse
from ..mechanics.topology import Tree
from ..model.declare.element import Element
from ..model.declare.frame import Frame
from ..model.elements.parts.base import Part

Pose = tuple[np.ndarray, np.ndarray]  # R (3, 3) that takes vectors into the world, and r (3,)


def start_poses(tree: Tree, after: float = 0.0) -> dict[Element, Pose]:
    """The pose of every part of a tree at its start values, as they were given: loops may gape.

    With `after` [s], those where coordinates have changed for so long at their start rates.
    """
    poses: dict[Element, Pose] = {tree.world: IDENTITY}
    _weld(tree.world_welds, poses)
    at: list[np.ndarray] = []
    for body, mover in zip(tree.bodies, tree.movers):
        axes = body.joint.layout(body.joint.values), np.zeros(3)
        q, v = body.joint.start(Record(body.joint.values))
        joint = compose(frame_pose(body.inboard, poses), axes)
        at.append(q + after * body.joint.rate(q, v))
        outboard = compose(compose(joint, body.kind.motion(at[mover - 1])), inverse(axes))
        poses[body.outboard.part] = compose(outboard, inverse(in_part(body.outboard)))
        _weld(body.welds, poses)
    return poses | {point: (np.eye(3), np.array(point.values["r_start"])) for point in tree.points}


def in_part(frame: Frame) -> Pose:
    """Where a frame stands on its part."""
    found = IDENTITY
    for element in frame.placements:
        found = compose(found, element.placement(Record(element.values)))
    return found


def frame_pose(frame: Frame, poses: Mapping[Element, Pose]) -> Pose:
    """Where a frame stands in the world."""
    return compose(poses[frame.part], in_part(frame))


def _weld(welds, poses: dict[Element, Pose]) -> None:
    for weld in welds:
        part: Part = weld.new.part
        poses[part] = compose(frame_pose(weld.known, poses), inverse(in_part(weld.new)))
