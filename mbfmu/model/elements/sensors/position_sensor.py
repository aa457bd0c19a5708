"""PositionSensor: the position of a frame."""

from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Sensor


class PositionSensor(Sensor):
    """Measures the position of frame_a."""

    attachments = {"frame_a": Frame}
    r = Output("m", "position of frame_a, resolved in the world", shape=3)

    def observe(self, see):
        return {"r": see.frame(self.frame_a).r}
