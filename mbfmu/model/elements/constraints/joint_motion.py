"""JointMotion: what all constraints share that prescribe the coordinate of a joint."""

from ...declare.declarations import Output
from .joint_constraint import JointConstraint


class JointMotion(JointConstraint):
    """Prescribes the coordinate of a joint that has one."""

    tau = Output("F", "force or torque of the drive along the joint")
    P = Output("W", "power of the drive")

    def driven(self, see):
        return see.joint(self.joint).q

    @property
    def driven_name(self):
        return self.joint.path

    @staticmethod
    def outputs(p, u, t, multipliers, joint):
        return {"tau": multipliers[0], "P": multipliers[0] * joint.v[0]}
