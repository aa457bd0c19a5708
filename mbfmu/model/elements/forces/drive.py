"""Drive: what all drives share whose torque has a limit."""

import numpy as np

from ....base.scalars import at_limit, limited
from ...declare.declarations import Output, Parameter
from ...declare.variable_types import Boolean
from ..joints.base import Joint
from ..joints.joint_units import not_of_one_coordinate, unit_along
from .base import JointLoad


class Drive(JointLoad):
    """Drives a joint of one coordinate with a torque that has a limit. A new drive supplies `wanted(p, u, q, v)`, the torque without it."""

    attachments = {"joint": Joint}
    torque_limit = Parameter("F", "largest torque or force, in either direction", min=0.0, exclusive_min=True)
    tau = Output("F", "torque or force on frame_b of the joint; its opposite acts on frame_a")
    saturated = Output("1", "whether torque_limit holds it back", type=Boolean())

    def unit_of(self, declaration):
        return unit_along(self.joint, declaration.unit)

    def own_problems(self):
        return not_of_one_coordinate(self, self.joint) or super().own_problems()

    @classmethod
    def load(cls, p, u, t, q, v):
        return np.array([limited("torque", cls.wanted(p, u, q[0], v[0]), -p.torque_limit, p.torque_limit)])

    @classmethod
    def outputs(cls, p, u, t, q, v):
        wanted = cls.wanted(p, u, q[0], v[0])
        within = -p.torque_limit, p.torque_limit
        return {"tau": limited("torque", wanted, *within), "saturated": at_limit("torque", wanted, *within)}
