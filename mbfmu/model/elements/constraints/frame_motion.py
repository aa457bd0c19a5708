"""FrameMotion: what all constraints share that prescribe the position of a frame."""

from ....base.scalars import kernel
from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Constraint
from .relative_motion import relative_position, relative_velocity


class FrameMotion(Constraint):
    """Prescribes the position of frame_b relative to frame_a, resolved in frame_a; frame_b may turn as it likes."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m", "m", "m")
    f = Output("N", "force of the drive on frame_b, resolved in frame_a", shape=3)
    P = Output("W", "power of the drive")

    def driven(self, see):
        return _between(see.frame(self.frame_a), see.frame(self.frame_b))

    @property
    def driven_name(self):
        return str(self.frame_b)

    @staticmethod
    def outputs(p, u, t, multipliers, a, b):
        return {"f": multipliers, "P": multipliers @ relative_velocity(a, b)}


@kernel
def _between(a, b):
    """Where b is relative to a."""
    return relative_position(a, b)
