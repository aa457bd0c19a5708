"""WorldForce: a given force on a frame, resolved in the world."""

import numpy as np

from ...declare.declarations import Input
from ...declare.frame import Frame
from .base import Force


class WorldForce(Force):
    """Pushes frame_a with the input f, resolved in the world."""

    attachments = {"frame_a": Frame}
    f = Input("N", "force on frame_a, resolved in the world", shape=3)

    @staticmethod
    def wrenches(p, u, t, a):
        return ((u.f, np.zeros(3)),)
