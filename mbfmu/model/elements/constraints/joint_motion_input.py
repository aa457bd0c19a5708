"""JointMotionInput: the motion of a joint, given by inputs."""

import numpy as np

from ...declare.declarations import Input
from ..joints.joint_start import start_coordinate
from .joint_motion import JointMotion


class JointMotionInput(JointMotion):
    """Moves a joint as the inputs s, v and a say; they must belong together: v the rate of s, a the rate of v.

    If s is not set, it is the start value of the joint, which then stands still.
    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    s = Input("q", "coordinate of the joint")
    v = Input("q/s", "rate of s")
    a = Input("q/s2", "rate of v")

    def input_start(self, declaration, see):
        if declaration.name != "s":
            return super().input_start(declaration, see)
        return start_coordinate(type(self.joint), see.parameters(self.joint))

    @staticmethod
    def residual(p, u, t, joint):
        return np.array([joint.q[0] - u.s])

    @staticmethod
    def rates(p, u, t):
        return {"s": u.v, "v": u.a}
