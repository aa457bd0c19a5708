"""TorqueDrive: a given torque within a limit."""

from ...declare.declarations import Input
from .drive import Drive


class TorqueDrive(Drive):
    """Drives a joint with the torque of an input, as far as torque_limit allows.

    In units, F stands for that of the force along the joint (N.m or N). Limits begin and end at events.
    """

    command = Input("F", "wanted torque or force on frame_b of the joint")

    @staticmethod
    def wanted(p, u, q, v):
        return u.command
