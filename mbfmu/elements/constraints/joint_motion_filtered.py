"""JointMotionFiltered: the motion of a joint, given by an input behind a filter."""

import numpy as np

from ...model.declarations import Input, Parameter, State
from .joint_motion import JointMotion


class JointMotionFiltered(JointMotion):
    """Moves a joint as y, which follows the input s by y_ddot = w^2 (s - y) - 2 D w y_dot; s may jump.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    w = Parameter("rad/s", "natural frequency of the filter", min=0.0, exclusive_min=True)
    D = Parameter("1", "damping ratio of the filter", 1.0, min=0.0)
    y_start = Parameter("q", "coordinate of the joint at the start", 0.0, start=True)
    y_dot_start = Parameter("q/s", "rate of the coordinate at the start", 0.0, start=True)
    s = Input("q", "coordinate the joint shall reach")
    y = State("q", "coordinate of the joint")
    y_dot = State("q/s", "rate of y")

    @staticmethod
    def residual(p, u, t, joint):
        return np.array([joint.q[0] - u.y])

    @staticmethod
    def rates(p, u, t):
        return {"y": u.y_dot, "y_dot": p.w * (p.w * (u.s - u.y) - 2.0 * p.D * u.y_dot)}
