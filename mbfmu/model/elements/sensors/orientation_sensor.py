"""OrientationSensor: the orientation of a frame."""

from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Sensor


class OrientationSensor(Sensor):
    """Measures the orientation of frame_a."""

    attachments = {"frame_a": Frame}
    R = Output("1", "rotation matrix that takes vectors of frame_a into the world", shape=(3, 3))

    def observe(self, see):
        return {"R": see.frame(self.frame_a).R}
