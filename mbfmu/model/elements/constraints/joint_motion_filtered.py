"""JointMotionFiltered: the motion of a joint, given by an input behind a filter."""

import numpy as np

from ...declare.declarations import Input, Parameter, State
from ..joints.joint_start import start_coordinate, start_rate
from .joint_motion import JointMotion


class JointMotionFiltered(JointMotion):
    """Moves a joint as y, which follows the input s by y_ddot = w^2 (s - y) - 2 D w y_dot; s may jump.

    If y_start and y_dot_start are not given, it starts as its joint does. If s is not set, s is the start value of the joint.
    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    w = Parameter("rad/s", "natural frequency of the filter", min=0.0, exclusive_min=True)
    D = Parameter("1", "damping ratio of the filter", 1.0, min=0.0)
    y_start = Parameter("q", "y at the start; None: where the joint starts", None, start=True)
    y_dot_start = Parameter("q/s", "y_dot at the start; None: as fast as the joint starts", None, start=True)
    s = Input("q", "commanded coordinate of the joint")
    y = State("q", "coordinate of the joint")
    y_dot = State("q/s", "rate of y")

    def input_start(self, declaration, see):
        return start_coordinate(type(self.joint), see.parameters(self.joint))

    def state_starts(self, see):
        own, joint = see.parameters(self), see.parameters(self.joint)
        return {
            "y": own.y_start if "y_start" in own else start_coordinate(type(self.joint), joint),
            "y_dot": own.y_dot_start if "y_dot_start" in own else start_rate(type(self.joint), joint),
        }

    @staticmethod
    def residual(p, u, t, joint):
        return np.array([joint.q[0] - u.y])

    @staticmethod
    def rates(p, u, t):
        return {"y": u.y_dot, "y_dot": p.w * (p.w * (u.s - u.y) - 2.0 * p.D * u.y_dot)}
