"""DistanceSensor: the distance between two frames and its rate."""

from ....base.scalars import Record, kernel, norm, where
from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Sensor


class DistanceSensor(Sensor):
    """Measures the distance between frame_a and frame_b."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    s = Output("m", "distance between the frames")
    v = Output("m/s", "rate of the distance")

    def observe(self, see):
        return _distance(see.frame(self.frame_a), see.frame(self.frame_b))


@kernel
def _distance(a, b):
    """Where the frames meet, the rate has no direction and is zero."""
    r_ab = b.r - a.r
    s = norm(r_ab)
    return Record(s=s, v=where(s > 0.0, r_ab @ (b.v - a.v) / s, 0.0))
