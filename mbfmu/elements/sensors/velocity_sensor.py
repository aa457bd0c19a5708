"""VelocitySensor: the velocities of a frame."""

from ...model.declarations import Output
from ...model.frame import Frame
from .base import Sensor


class VelocitySensor(Sensor):
    """Measures velocity and angular velocity of frame_a."""

    attachments = {"frame_a": Frame}
    v = Output("m/s", "velocity of frame_a, resolved in the world", shape=3)
    w = Output("rad/s", "angular velocity of frame_a, resolved in frame_a", shape=3)

    def observe(self, see):
        frame = see.frame(self.frame_a)
        return {"v": frame.v, "w": frame.w}
