"""Gear: two wheels that mesh."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ..joints.revolute import Revolute
from .coupling import Coupling


class Gear(Coupling):
    """Couples two revolute joints by a gear: the speed of joint_a is `ratio` times that of joint_b.

    frame_a of both joints is on the housing with the bearings. The ratio is negative where the wheels turn against each other, as two outer
    wheels do whose joints have parallel axes. The gear is rigid, without mass, play and losses, and presses on no bearing.
    Source: IdealGear of the Modelica Standard Library: phi_a = ratio phi_b, tau_b = -ratio tau_a.
    """

    attachments = {"joint_a": Revolute, "joint_b": Revolute}
    units = ("rad",)
    efforts = ("tau_a", "tau_b")
    ratio = Parameter("1", "speed of joint_a over that of joint_b")
    offset = Parameter("rad", "angle of joint_a where that of joint_b is zero", 0.0)
    tau_a = Output("N.m", "torque of the gear along joint_a")
    tau_b = Output("N.m", "torque of the gear along joint_b")

    check_messages = ("{ratio} must not be 0: give speed of joint_a over speed of joint_b, such as -60 / 20 for wheels of 20 and 60 teeth",)

    @staticmethod
    def checks(p):
        return np.array([abs(p.ratio)])

    @staticmethod
    def weights(p):
        return 1.0, -p.ratio
