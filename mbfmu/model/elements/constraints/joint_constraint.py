"""JointConstraint: what constraints of one joint with one coordinate share."""

from ..joints.base import Joint
from ..joints.joint_units import coordinate_unit, not_of_one_coordinate, unit_along
from .base import Constraint


class JointConstraint(Constraint):
    """Constrains the coordinate of a joint that has one.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    attachments = {"joint": Joint}
    units = ("rad",)

    @property
    def row_units(self):
        return (coordinate_unit(self.joint),)

    def unit_of(self, declaration):
        return unit_along(self.joint, declaration.unit)

    def own_problems(self):
        return not_of_one_coordinate(self, self.joint) or super().own_problems()
