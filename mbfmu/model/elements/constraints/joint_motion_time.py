"""JointMotionTime: the motion of a joint, given as a function of time."""

import numpy as np

from ...declare.dry_run import symbols
from ...declare.return_values import number
from .joint_motion import JointMotion


class JointMotionTime(JointMotion):
    """Moves a joint as time says. A new kind declares its parameters and supplies the static

    `s(p, t)` -> the coordinate, smooth, plain NumPy.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    def dry_run(self, dry_run):
        if dry_run.call("s", {"p": dry_run.parameters, "t": symbols(())}, number()) is not None:
            super().dry_run(dry_run)

    @classmethod
    def residual(cls, p, u, t, joint):
        return np.array([joint.q[0] - cls.s(p, t)])
