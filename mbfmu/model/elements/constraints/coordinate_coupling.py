"""CoordinateCoupling: a linear relation between two joints of any kind."""

from ...declare.declarations import Output, Parameter
from ...declare.units import product
from ..joints.base import Joint
from ..joints.joint_units import coordinate_unit, force_unit, not_of_one_coordinate
from .coupling import Coupling


class CoordinateCoupling(Coupling):
    """Keeps q_b = ratio q_a + offset between the coordinates of two joints that have one each.

    In units, q_a and q_b stand for those of the coordinates (rad or m), F_a and F_b for those of the forces along them (N.m or N).
    """

    attachments = {"joint_a": Joint, "joint_b": Joint}
    units = ("rad",)
    efforts = ("tau_a", "tau_b")
    ratio = Parameter("q_b/q_a", "coordinate of joint_b for each unit of that of joint_a")
    offset = Parameter("q_b", "coordinate of joint_b where that of joint_a is zero", 0.0)
    tau_a = Output("F_a", "force or torque along joint_a")
    tau_b = Output("F_b", "force or torque along joint_b")

    @property
    def row_units(self):
        return (coordinate_unit(self.joint_b),)

    def unit_of(self, declaration):
        q_a, q_b = coordinate_unit(self.joint_a), coordinate_unit(self.joint_b)
        F_a, F_b = force_unit(self.joint_a), force_unit(self.joint_b)
        stands_for = {"q_b/q_a": product((q_b, 1), (q_a, -1)), "q_b": q_b, "F_a": F_a, "F_b": F_b}
        return stands_for.get(declaration.unit, declaration.unit)

    def own_problems(self):
        return not_of_one_coordinate(self, self.joint_a, self.joint_b) or super().own_problems()

    @staticmethod
    def weights(p):
        return -p.ratio, 1.0
