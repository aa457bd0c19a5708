"""What FixedTranslation and FixedRotation share: a frame_b at a fixed place from frame_a."""

from __future__ import annotations

from ...declare.frame import Frame
from .base import Part


class Placed(Part):
    """A massless part with frame_a and frame_b; given a frame_a of another part, it extends that part instead.

    A new one supplies the static method `placement(p)` -> (R_ab, r_ab_a).
    """

    attachments = {"frame_a": Frame}
    optional_attachments = frozenset({"frame_a"})
    shown_by_help = ("frame_a", "frame_b", "at")
    must_be_named = False  # where it extends a part, it acts through the frames that others are attached to

    @property
    def frame_a(self) -> Frame:
        """The frame it starts from."""
        return self.attached.get("frame_a") or Frame(self)

    @property
    def frame_b(self) -> Frame:
        """The frame it leads to."""
        return Frame(self.frame_a.part, (*self.frame_a.placements, self))
