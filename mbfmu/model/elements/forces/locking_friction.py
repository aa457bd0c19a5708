"""LockingFriction: friction between the shafts of a differential in proportion to its torque."""

import numpy as np

from ....base.scalars import where
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from ..constraints.differential import Differential
from .base import Force
from .shaft_friction import ShaftFriction


class LockingFriction(Force):
    """Brakes the two shafts of a differential against each other, as far as its torque presses gears or plates together.

    The torque is that of ShaftFriction with dry friction `dry` + lock |T| / 2, where T is the torque of the carrier on its shafts: `lock` is `drive`
    where T is positive, else `coast`. Without preload, the torques of slipping shafts differ by lock |T|: their ratio is (1 + lock) / (1 - lock).
    T is that of the same instant.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame, "differential": Differential}
    n = Parameter("1", "axis of both shafts in frame_a, of length 1", [0, 1, 0], shape=3)
    d = Parameter("N.m.s/rad", "viscous friction", 0.0, min=0.0)
    dry = Parameter("N.m", "dry friction without torque", 0.0, min=0.0)
    drive = Parameter("1", "share of a positive torque of the carrier by which torques of the shafts differ", 0.0, min=0.0, max=1.0)
    coast = Parameter("1", "share of a negative torque of the carrier by which torques of the shafts differ", 0.0, min=0.0, max=1.0)
    w_dry = Parameter("rad/s", "speed at which dry friction is nearly full (76 %)", 0.1, min=0.0, exclusive_min=True)
    w = Output("rad/s", "speed of frame_b relative to frame_a about n")
    tau = Output("N.m", "torque on frame_a about n, opposite on frame_b")

    @staticmethod
    def slip(p, a, b, differential):
        """Relative speed about the axis, and the torque that opposes it."""
        through = -differential.tau_carrier
        locking = where(through > 0.0, p.drive * through, -p.coast * through)
        return ShaftFriction.slip(p, a, b, p.dry + 0.5 * locking)

    @staticmethod
    def wrenches(p, u, t, a, b, differential):
        torque = a.R @ p.n * LockingFriction.slip(p, a, b, differential)[1]
        return (np.zeros(3), torque), (np.zeros(3), -torque)

    @staticmethod
    def dissipation(p, u, t, a, b, differential):
        w, tau = LockingFriction.slip(p, a, b, differential)
        return w * tau

    @staticmethod
    def outputs(p, u, t, a, b, differential):
        w, tau = LockingFriction.slip(p, a, b, differential)
        return {"w": w, "tau": tau}
