"""ShaftFriction: viscous and dry friction between two shafts on one axis."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Force


class ShaftFriction(Force):
    """Brakes the rotation of two shafts against each other: tau = d w + dry tanh(w / w_dry), with w the speed of frame_b relative to frame_a.

    The shafts turn about `n`, as often as they like. Dry friction is smooth: shafts under load creep against each other below w_dry.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    n = Parameter("1", "axis of both shafts in frame_a, of length 1", [0, 1, 0], shape=3)
    d = Parameter("N.m.s/rad", "viscous friction", 0.0, min=0.0)
    dry = Parameter("N.m", "dry friction", 0.0, min=0.0)
    w_dry = Parameter("rad/s", "speed at which dry friction is nearly full (76 %)", 0.1, min=0.0, exclusive_min=True)
    w = Output("rad/s", "speed of frame_b relative to frame_a about n")
    tau = Output("N.m", "torque on frame_a about n, opposite on frame_b")

    @staticmethod
    def slip(p, a, b, dry):
        """Relative speed about the axis, and the torque that opposes it."""
        w = p.n @ (a.R.T @ (b.R @ b.w) - a.w)
        return w, p.d * w + dry * np.tanh(w / p.w_dry)

    @staticmethod
    def wrenches(p, u, t, a, b):
        torque = a.R @ p.n * ShaftFriction.slip(p, a, b, p.dry)[1]
        return (np.zeros(3), torque), (np.zeros(3), -torque)

    @staticmethod
    def dissipation(p, u, t, a, b):
        w, tau = ShaftFriction.slip(p, a, b, p.dry)
        return w * tau

    @staticmethod
    def outputs(p, u, t, a, b):
        w, tau = ShaftFriction.slip(p, a, b, p.dry)
        return {"w": w, "tau": tau}
