"""FixedRotation: frame_b shifted and turned relative to frame_a."""

from ..offset import Offset
from .placed_frame import Placed


class FixedRotation(Placed, Offset):
    """A massless rod from frame_a to frame_b, frame_b turned by `angle` about n."""
