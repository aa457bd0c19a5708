"""SteadyJointMotion: a joint that moves at constant speed."""

from ...declare.declarations import Parameter
from .joint_motion_time import JointMotionTime


class SteadyJointMotion(JointMotionTime):
    """Moves a joint as s_0 + v t.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    s_0 = Parameter("q", "coordinate at time 0", 0.0)
    v = Parameter("q/s", "speed")

    @staticmethod
    def s(p, t):
        return p.s_0 + p.v * t
