"""PositionDrive: a torque within a limit that brings a joint to a position, at a speed within a limit."""

from ....base.scalars import limited
from ...declare.declarations import Input, Parameter
from ..joints.joint_start import start_coordinate
from .drive import Drive


class PositionDrive(Drive):
    """Brings a joint to the position of an input with the torque c (command - q) - d v, as far as speed_limit and torque_limit allow.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N). Far from its goal it wants the speed
    speed_limit, near it c / d (command - q); where c / d speed_limit is more than torque_limit over the inertia, it cannot brake as fast and
    overshoots. Under a load the position is off by load / c. A drive without a command holds the start value of the joint. Limits begin and
    end at events.
    """

    c = Parameter("F/q", "torque or force for each unit of the position's error", min=0.0, exclusive_min=True)
    d = Parameter("F.s/q", "torque or force for each unit of the speed's error", min=0.0, exclusive_min=True)
    speed_limit = Parameter("q/s", "largest speed that the drive wants, in either direction", min=0.0, exclusive_min=True)
    command = Input("q", "wanted coordinate of the joint")

    def input_start(self, declaration, see):
        return start_coordinate(type(self.joint), see.parameters(self.joint))

    @staticmethod
    def wanted(p, u, q, v):
        return p.d * (limited("speed", p.c / p.d * (u.command - q), -p.speed_limit, p.speed_limit) - v)
