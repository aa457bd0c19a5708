"""PointOnPlane: a frame whose origin stays in a plane."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Constraint
from .relative_motion import relative_position


class PointOnPlane(Constraint):
    """Keeps the origin of frame_b in the plane through that of frame_a with normal n."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m",)
    relative = True
    n = Parameter("1", "normal of the plane, resolved in frame_a, of any length but zero", [0, 0, 1], shape=3)
    f = Output("N", "force on frame_b along n")

    check_messages = ("{n} must not be zero (normal of the plane)",)

    @staticmethod
    def checks(p):
        return np.array([p.n @ p.n])

    @staticmethod
    def residual(p, u, t, a, b):
        return np.array([p.n @ relative_position(a, b) / (p.n @ p.n) ** 0.5])

    @staticmethod
    def outputs(p, u, t, multipliers, a, b):
        return {"f": multipliers[0]}
