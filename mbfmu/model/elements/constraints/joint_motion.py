"""JointMotion: what all constraints share that prescribe the coordinate of a joint."""

from ...declare.declarations import Output
from ..joints.base import Joint
from ..joints.joint_units import coordinate_unit, not_of_one_coordinate, unit_along
from .base import Constraint


class JointMotion(Constraint):
    """Prescribes the coordinate of a joint that has one.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    attachments = {"joint": Joint}
    units = ("rad",)
    tau = Output("F", "force or torque of the drive along the joint")
    P = Output("W", "power of the drive")

    @property
    def row_units(self):
        return (coordinate_unit(self.joint),)

    def unit_of(self, declaration):
        return unit_along(self.joint, declaration.unit)

    def own_problems(self):
        return not_of_one_coordinate(self, self.joint) or super().own_problems()

    def driven(self, see):
        return see.joint(self.joint).q

    @property
    def driven_name(self):
        return self.joint.path

    @staticmethod
    def outputs(p, u, t, multipliers, joint):
        return {"tau": multipliers[0], "P": multipliers[0] * joint.v[0]}
