"""JointTorque: a given torque on a revolute joint."""

import numpy as np

from ...declare.declarations import Input, Output
from ...ports import ROTATIONAL
from ..joints.revolute import Revolute
from .base import JointLoad


class JointTorque(JointLoad):
    """Drives a revolute joint with the input tau."""

    attachments = {"joint": Revolute}
    port = ROTATIONAL
    tau = Input("N.m", "torque on frame_b of the joint; its opposite acts on frame_a")
    phi = Output("rad", "angle of the joint")
    w = Output("rad/s", "rate of the angle")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([u.tau])

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"phi": q[0], "w": v[0]}

    def port_acceleration(self, see):
        return see.joint(self.joint).v_dot
