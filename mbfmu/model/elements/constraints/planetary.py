"""Planetary: a planetary gear."""

from ...declare.declarations import Output, Parameter
from ..joints.revolute import Revolute
from .coupling import Coupling


class Planetary(Coupling):
    """Couples three revolute joints by a planetary gear: phi_sun + ratio phi_ring = (1 + ratio) phi_carrier + offset.

    frame_a of all joints is on the housing, and their axes point the same way. The planets have no mass: add their mass to the carrier.
    Source: IdealPlanetary of the Modelica Standard Library.
    """

    attachments = {"sun": Revolute, "carrier": Revolute, "ring": Revolute}
    units = ("rad",)
    efforts = ("tau_sun", "tau_carrier", "tau_ring")
    ratio = Parameter("1", "teeth of the ring over teeth of the sun", min=0.0, exclusive_min=True)
    offset = Parameter("rad", "angle of the sun where those of carrier and ring are zero", 0.0)
    tau_sun = Output("N.m", "torque of the gear along the joint of the sun")
    tau_carrier = Output("N.m", "torque of the gear along the joint of the carrier")
    tau_ring = Output("N.m", "torque of the gear along the joint of the ring")

    @staticmethod
    def weights(p):
        return 1.0, -(1.0 + p.ratio), p.ratio
