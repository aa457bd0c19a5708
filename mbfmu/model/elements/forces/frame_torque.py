"""FrameTorque: a given torque on a frame, resolved in the frame."""

import numpy as np

from ...declare.declarations import Input
from ...declare.frame import Frame
from .base import Force


class FrameTorque(Force):
    """Turns frame_a with the input t, resolved in frame_a itself."""

    attachments = {"frame_a": Frame}
    t = Input("N.m", "torque on frame_a, resolved in frame_a", shape=3)

    @staticmethod
    def wrenches(p, u, t, a):
        return ((np.zeros(3), a.R @ u.t),)
