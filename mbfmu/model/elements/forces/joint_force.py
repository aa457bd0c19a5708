"""JointForce: a given force on a prismatic joint."""

import numpy as np

from ...declare.declarations import Input, Output
from ...ports import TRANSLATIONAL
from ..joints.prismatic import Prismatic
from .base import JointLoad


class JointForce(JointLoad):
    """Drives a prismatic joint with the input f."""

    attachments = {"joint": Prismatic}
    port = TRANSLATIONAL
    f = Input("N", "force on frame_b of the joint; its opposite acts on frame_a")
    s = Output("m", "coordinate of the joint")
    v = Output("m/s", "rate of the coordinate")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([u.f])

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"s": q[0], "v": v[0]}

    def port_acceleration(self, see):
        return see.joint(self.joint).v_dot
