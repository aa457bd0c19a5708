"""Cut: a joint that closes a loop."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.declare.frame import Frame
from ...model.elements.joints import Joint


@dataclass(frozen=True)
class Cut:
    """A joint beside the tree: what it restricts between its frames is stated as constraints on the tree's coordinates."""

    joint: Joint
    frame_a: Frame
    frame_b: Frame

    @property
    def name(self) -> str:
        """The joint's name in the model."""
        return self.joint.path
