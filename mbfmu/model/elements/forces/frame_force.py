"""FrameForce: a given force on a frame, resolved in the frame."""

import numpy as np

from ...declare.declarations import Input
from ...declare.frame import Frame
from .base import Force


class FrameForce(Force):
    """Pushes frame_a with the input f, resolved in frame_a itself."""

    attachments = {"frame_a": Frame}
    f = Input("N", "force on frame_a, resolved in frame_a", shape=3)

    @staticmethod
    def wrenches(p, u, t, a):
        return ((a.R @ u.f, np.zeros(3)),)
