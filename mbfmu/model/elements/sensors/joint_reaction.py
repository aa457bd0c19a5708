"""JointReaction: force and torque through a joint."""

from ...declare.declarations import Output
from ..joints.base import Joint
from .base import Sensor


class JointReaction(Sensor):
    """Measures the force and torque of a joint on its frame_b.

    They include the forces of elements on this joint, such as springs, actuators and friction. If redundant constraints share a load, the numbers are
    those of one possible sharing; `f_unique` and `t_unique` mark such components.
    """

    attachments = {"joint": Joint}
    f = Output("N", "force on frame_b of the joint, resolved in it", shape=3)
    t = Output("N.m", "torque on frame_b of the joint at its origin, resolved in it", shape=3)
    f_unique = Output("1", "for each component of f, 1 if it is unique, 0 if it depends on how redundant constraints share the load", shape=3)
    t_unique = Output("1", "for each component of t, 1 if it is unique, 0 if it depends on how redundant constraints share the load", shape=3)

    def looks_at(self):
        return [self.joint.frame_b]

    def observe(self, see):
        reaction = see.reaction(self.joint)
        return {**reaction, **{f"{name}_unique": see.determined(value) for name, value in reaction.items()}}
