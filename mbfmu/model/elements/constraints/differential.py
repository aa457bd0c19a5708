"""Differential: a carrier that drives two shafts with equal torques."""

from ...declare.declarations import Output, Parameter
from ..joints.revolute import Revolute
from .coupling import Coupling


class Differential(Coupling):
    """Couples three revolute joints by a differential: the carrier turns as fast as both shafts in the mean, and shares its torque equally.

    frame_a of all joints is on the housing, and their axes point the same way. The wheels inside have no mass.
    """

    attachments = {"carrier": Revolute, "shaft_a": Revolute, "shaft_b": Revolute}
    units = ("rad",)
    efforts = ("tau_carrier", "tau_a", "tau_b")
    offset = Parameter("rad", "angle of the carrier where those of the shafts are zero", 0.0)
    tau_carrier = Output("N.m", "torque of the shafts along the joint of the carrier")
    tau_a = Output("N.m", "torque of the carrier along the joint of shaft_a")
    tau_b = Output("N.m", "torque of the carrier along the joint of shaft_b")

    @staticmethod
    def weights(p):
        return 1.0, -0.5, -0.5
