"""WorldTorque: a given torque on a frame, resolved in the world."""

import numpy as np

from ...declare.declarations import Input
from ...declare.frame import Frame
from .base import Force


class WorldTorque(Force):
    """Turns frame_a with the input t, resolved in the world."""

    attachments = {"frame_a": Frame}
    t = Input("N.m", "torque on frame_a, resolved in the world", shape=3)

    @staticmethod
    def wrenches(p, u, t, a):
        return ((np.zeros(3), u.t),)
