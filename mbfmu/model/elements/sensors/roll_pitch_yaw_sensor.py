"""RollPitchYawSensor: the orientation of a frame as three angles."""

from ....base.scalars import Record, kernel
from ....base.spatial.rotations import roll_pitch_yaw
from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Sensor


class RollPitchYawSensor(Sensor):
    """Measures how frame_a is turned relative to the world: by yaw about z, then by pitch about its own y, then by roll about its own x.

    The convention is that of ISO 8855 and of URDF. Roll and yaw jump by 2 pi at half a turn; at a pitch of +-pi/2 they cannot be told apart.
    """

    attachments = {"frame_a": Frame}
    roll = Output("rad", "angle about the x axis of frame_a, between -pi and pi")
    pitch = Output("rad", "angle about the y axis as yaw has turned it, between -pi/2 and pi/2")
    yaw = Output("rad", "angle about the z axis of the world, between -pi and pi")

    def observe(self, see):
        return _angles(see.frame(self.frame_a).R)


@kernel
def _angles(R):
    return Record(zip(("roll", "pitch", "yaw"), roll_pitch_yaw(R)))
