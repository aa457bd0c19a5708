"""VelocitySensor: the velocities of a frame."""

from ....base.scalars import kernel
from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Sensor


class VelocitySensor(Sensor):
    """Measures velocity and angular velocity of frame_a."""

    attachments = {"frame_a": Frame}
    v = Output("m/s", "velocity of frame_a, resolved in the world", shape=3)
    v_x = Output("m/s", "velocity of frame_a along its own x axis")
    v_y = Output("m/s", "velocity of frame_a along its own y axis")
    w = Output("rad/s", "angular velocity of frame_a, resolved in frame_a", shape=3)

    def observe(self, see):
        frame = see.frame(self.frame_a)
        v_x, v_y = _along_own_axes(frame.R, frame.v)
        return {"v": frame.v, "v_x": v_x, "v_y": v_y, "w": frame.w}


@kernel
def _along_own_axes(R, v):
    return R[:, 0] @ v, R[:, 1] @ v
