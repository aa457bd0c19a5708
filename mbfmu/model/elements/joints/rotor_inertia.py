"""RotorInertia: a rotor that turns with a joint, as that of a motor behind a gear."""

import numpy as np

from ....base.scalars import kernel
from ...declare.declarations import Output, Parameter
from ...declare.element import Element
from .base import Joint
from .joint_units import not_of_one_coordinate, unit_along


class RotorInertia(Element):
    """Gives a joint of one coordinate the inertia of a rotor that turns `ratio` times as fast: J ratio^2 along the joint.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N). The mass of the rotor belongs to the
    body that carries it. The rotor does not feel how that body turns, and that body feels no gyroscopic torque and no spin of the rotor: they are
    small where the ratio is large. Where they count, give the rotor a Body, a Revolute and a Gear.
    Source: armature of MuJoCo and Pinocchio; Rotor1D of the Modelica Standard Library without driveTrainMechanics3D.
    """

    attachments = {"joint": Joint}
    J = Parameter("kg.m2", "moment of inertia of the rotor about its axis", min=0.0)
    ratio = Parameter("rad/q", "speed of the rotor over that of the joint")
    w = Output("rad/s", "angular velocity of the rotor against the body that carries it")
    tau = Output("F", "torque or force along the joint that accelerates the rotor")

    check_messages = ("{ratio} must not be 0: give the speed of the rotor for each unit of that of the joint, such as 100",)

    @staticmethod
    def checks(p):
        return np.array([abs(p.ratio)])

    def unit_of(self, declaration):
        unit = unit_along(self.joint, declaration.unit)
        return "1" if unit == "rad/rad" else unit

    def own_problems(self):
        return not_of_one_coordinate(self, self.joint) or super().own_problems()

    def observe(self, see):
        joint = see.joint(self.joint)
        return _outputs(see.parameters(self), joint.v, joint.v_dot)


@kernel
def reflected(p):
    """The inertia of a rotor along its joint [kg.m2 or kg]."""
    return np.array(p.J * p.ratio * p.ratio)


@kernel
def _outputs(p, v, v_dot):
    return {"w": p.ratio * v[0], "tau": p.J * p.ratio * p.ratio * v_dot[0]}
