"""JointDryFriction: dry friction that holds a revolute or prismatic joint at rest."""

from ...declare.declarations import Output, Parameter, State
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from .lining import Lining


class JointDryFriction(Lining):
    """What the two kinds of joint share: a lining that is always pressed."""

    @staticmethod
    def pressed(p, u):
        return p.dry

    @staticmethod
    def slow(p):
        return p.v_slow


class RevoluteDryFriction(JointDryFriction):
    """Dry friction in a revolute joint: one that stands is held elastically up to `dry`, without creep.

    The friction is dry (z + T_d dz/dt) / z_max, at most `dry`. z is the angle by which it gives way: elastically below 0.7 z_max, then the joint
    turns more and more. RevoluteFriction is smooth and has no state, but creeps.
    Source: Dupont, Hayward, Armstrong & Altpeter (2002), Single state elastoplastic friction models, IEEE Trans. Automatic Control 47, eqs. 8-11.
    """

    attachments = {"joint": Revolute}
    dry = Parameter("N.m", "friction of a joint that turns", 0.0, min=0.0)
    z_max = Parameter("rad", "angle by which it gives way before the joint turns", 1e-3, min=0.0, exclusive_min=True)
    v_slow = Parameter("rad/s", "speed above which it comes near to z_max more slowly than the joint turns", 0.3, min=0.0, exclusive_min=True)
    T_d = Parameter("s", "time constant of the damping while it gives way elastically", 3e-3, min=0.0)
    z_start = Parameter("rad", "angle by which it has given way at the start", 0.0, start=True)
    tau = Output("N.m", "torque of the friction on the joint")
    z = State("rad", "angle by which it has given way", nominal=1e-3)

    @classmethod
    def outputs(cls, p, u, t, q, v):
        return {"tau": -cls.resistance(p, u, v)}


class PrismaticDryFriction(JointDryFriction):
    """Dry friction in a prismatic joint: one that stands is held elastically up to `dry`, without creep.

    As in a RevoluteDryFriction, with the way z by which it gives way.
    """

    attachments = {"joint": Prismatic}
    dry = Parameter("N", "friction of a joint that slides", 0.0, min=0.0)
    z_max = Parameter("m", "way by which it gives before the joint slides", 1e-4, min=0.0, exclusive_min=True)
    v_slow = Parameter("m/s", "speed above which it comes near to z_max more slowly than the joint slides", 0.03, min=0.0, exclusive_min=True)
    T_d = Parameter("s", "time constant of the damping while it gives way elastically", 3e-3, min=0.0)
    z_start = Parameter("m", "way by which it has given at the start", 0.0, start=True)
    f = Output("N", "force of the friction on the joint")
    z = State("m", "way by which it has given", nominal=1e-4)

    @classmethod
    def outputs(cls, p, u, t, q, v):
        return {"f": -cls.resistance(p, u, v)}
