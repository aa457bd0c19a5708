"""SpeedDrive: a torque within a limit that brings a joint to a speed."""

from ...declare.declarations import Input, Parameter
from .drive import Drive


class SpeedDrive(Drive):
    """Brings a joint to the speed of an input with the torque d (command - v), as far as torque_limit allows.

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N). Under a load the speed is off by load / d.
    A drive without a command brakes. Limits begin and end at events.
    """

    d = Parameter("F.s/q", "torque or force for each unit of the speed's error", min=0.0, exclusive_min=True)
    command = Input("q/s", "wanted speed of the joint")

    @staticmethod
    def wanted(p, u, q, v):
        return p.d * (u.command - v)
