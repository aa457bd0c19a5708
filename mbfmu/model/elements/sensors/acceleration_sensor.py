"""AccelerationSensor: the accelerations of a frame."""

from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Sensor


class AccelerationSensor(Sensor):
    """Measures acceleration (without gravity) and angular acceleration of frame_a."""

    attachments = {"frame_a": Frame}
    a = Output("m/s2", "acceleration of frame_a, resolved in the world", shape=3)
    z = Output("rad/s2", "angular acceleration of frame_a, resolved in frame_a", shape=3)

    def observe(self, see):
        return dict(see.acceleration(self.frame_a))
