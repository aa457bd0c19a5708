"""Distance: a massless rod with spherical ends."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Constraint


class Distance(Constraint):
    """Keeps the origins of its frames at the distance s.

    The residual (|r|^2 - s^2) / (2 s) is the excess of the distance to first order, and smooth wherever the frames are.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m",)
    relative = True
    s = Parameter("m", "distance between the frames", min=0.0, exclusive_min=True)
    f = Output("N", "force that pulls the frames together")

    @staticmethod
    def residual(p, u, t, a, b):
        r = b.r - a.r
        return np.array([0.5 * (r @ r / p.s - p.s)])

    @staticmethod
    def outputs(p, u, t, multipliers, a, b):
        return {"f": -multipliers[0]}
