"""What elements see of a mechanism at its start values, before it is assembled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from ...base.scalars import Record
from ...mechanics.formulations.derived_parameters import derive
from ...mechanics.formulations.motion import Motion
from ...mechanics.topology import Tree
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.elements.joints import Joint
from .start import joint_start


class AtStart:
    """The joints and `frames` of a declared tree at the start values among `given`, the parameters of all elements: loops may gape."""

    def __init__(self, declared: Tree, given: Mapping[Element, Record], frames: Sequence[Frame]):
        self.declared, self.given, self.frames = declared, given, list(frames)

    def parameters(self, of: Element) -> Record:
        """The parameters of an element."""
        return self.given[of]

    def joint(self, joint: Joint) -> Record:
        """q and v of a joint."""
        q, v = joint_start(type(joint), self.given[joint])
        return Record(q=q, v=v)

    def frame(self, frame: Frame) -> Record:
        """R (world from frame), r and v (in the world) and w (in the frame)."""
        return self._motion.frame(frame)

    @cached_property
    def _motion(self) -> Motion:
        tree = self.declared
        pairs = [self.joint(body.joint) for body in tree.bodies]
        points = [self.given[point].r_start for point in tree.points]
        index = {frame: i for i, frame in enumerate(self.frames)}
        derived = derive(tree, self.given, self.frames)
        return Motion(
            tree=tree,
            d=derived,
            q=[pair.q for pair in pairs],
            v=[pair.v for pair in pairs],
            frame_index=index,
            points=points,
            point_velocities=[np.zeros(3) for _ in points],
        )


def as_given(elements: Sequence[Element]) -> dict[Element, Record]:
    """The parameters of elements and their members as numbers."""
    everyone = (one for element in elements for one in (element, *element.members))
    return {element: Record(element.values | element.tables) for element in everyone}
