"""JointReaction: force and torque through a joint."""

from ...model.declarations import Output
from ..joints.base import Joint
from .base import Sensor


class JointReaction(Sensor):
    """Measures what a joint exerts on its frame_b, loads on the joint included."""

    attachments = {"joint": Joint}
    f = Output("N", "force on frame_b of the joint, resolved in it", shape=3)
    t = Output("N.m", "torque on frame_b of the joint at its origin, resolved in it", shape=3)

    def looks_at(self):
        return [self.joint.frame_b]

    def observe(self, see):
        return dict(see.reaction(self.joint))
