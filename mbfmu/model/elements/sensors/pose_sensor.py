"""PoseSensor: where a frame is and how it stands."""

import numpy as np

from ....base.scalars import kernel
from ...declare.declarations import Output
from ...declare.frame import Frame
from ..joints.relative_turn import nearest_parameters
from .base import Sensor

NO_TURN = np.array([0.0, 0.0, 0.0, 1.0])


class PoseSensor(Sensor):
    """Measures position and orientation of frame_a in seven numbers, as robots give the pose of a tool.

    The Euler parameters are a unit quaternion in the order x, y, z, w, with w >= 0.
    """

    attachments = {"frame_a": Frame}
    r = Output("m", "position of frame_a, resolved in the world", shape=3)
    Q = Output("1", "Euler parameters (e1, e2, e3, e4 = cos) of frame_a against the world", shape=4)

    def observe(self, see):
        frame = see.frame(self.frame_a)
        return {"r": frame.r, "Q": _parameters(frame.R)}


@kernel
def _parameters(R):
    return nearest_parameters(R, NO_TURN)
