"""Belt: two pulleys and a belt or chain around them."""

from ...declare.declarations import Output, Parameter
from ..joints.revolute import Revolute
from .coupling import Coupling


class Belt(Coupling):
    """Couples two revolute joints by a belt or chain, so that both pulleys have the same speed at their rims, in the same sense.

    frame_a of both joints is on the part with the bearings. The belt does not stretch or slip, and presses on no bearing.
    """

    attachments = {"joint_a": Revolute, "joint_b": Revolute}
    units = ("rad",)
    efforts = ("tau_a", "tau_b")
    radius_a = Parameter("m", "radius of the pulley of joint_a", min=0.0, exclusive_min=True)
    radius_b = Parameter("m", "radius of the pulley of joint_b", min=0.0, exclusive_min=True)
    offset = Parameter("rad", "angle of joint_a where that of joint_b is zero", 0.0)
    tau_a = Output("N.m", "torque of the belt along joint_a")
    tau_b = Output("N.m", "torque of the belt along joint_b")
    f = Output("N", "force in the strand that turns joint_a forward, less that in the other")

    @staticmethod
    def weights(p):
        return 1.0, -p.radius_b / p.radius_a

    @classmethod
    def outputs(cls, p, u, t, multipliers, *joints):
        return {**super().outputs(p, u, t, multipliers, *joints), "f": multipliers[0] / p.radius_a}
