"""RackAndPinion: a wheel that meshes with a rack."""

from ...declare.declarations import Output, Parameter
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from .coupling import Coupling


class RackAndPinion(Coupling):
    """Couples a revolute and a prismatic joint by a pinion and a rack: the rack moves by `radius` times the angle of the pinion.

    frame_a of both joints is on the housing. The rack moves forward where the pinion turns forward: the other way is that of the opposite axis n of
    one joint. It has no mass, play and losses, and presses on no bearing.
    Source: IdealGearR2T of the Modelica Standard Library, whose ratio is 1 / radius.
    """

    attachments = {"pinion": Revolute, "rack": Prismatic}
    units = ("m",)
    efforts = ("tau", "f")
    radius = Parameter("m", "radius of the pinion's pitch circle", min=0.0, exclusive_min=True)
    offset = Parameter("m", "displacement of the rack where the angle of the pinion is zero", 0.0)
    tau = Output("N.m", "torque of the rack on the pinion, along its joint")
    f = Output("N", "force of the pinion on the rack, along its joint")

    @staticmethod
    def weights(p):
        return -p.radius, 1.0
