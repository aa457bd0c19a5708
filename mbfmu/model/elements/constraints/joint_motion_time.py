"""JointMotionTime: the motion of a joint, given as a function of time."""

import numpy as np

from ...declare.rehearsal import symbols
from ...declare.returned import number
from .joint_motion import JointMotion


class JointMotionTime(JointMotion):
    """Moves a joint as time says. A new kind declares its parameters and supplies the static

    `s(p, t)` -> the coordinate, smooth, plain NumPy.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    def rehearse(self, rehearsal):
        if rehearsal.call("s", {"p": rehearsal.parameters, "t": symbols(())}, number()) is not None:
            super().rehearse(rehearsal)

    @classmethod
    def residual(cls, p, u, t, joint):
        return np.array([joint.q[0] - cls.s(p, t)])
