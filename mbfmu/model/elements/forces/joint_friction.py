"""JointFriction: viscous and dry friction in a revolute or prismatic joint."""

import numpy as np

from ...declare.declarations import Parameter
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from .base import JointLoad


class JointFriction(JointLoad):
    """What the two kinds of joint share: d v + dry tanh(v / v_dry), smooth, so that a joint at rest creeps under load."""

    @staticmethod
    def resistance(p, v):
        return p.d * v + p.dry * np.tanh(v / p.v_dry)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-JointFriction.resistance(p, v[0])])

    @staticmethod
    def dissipation(p, u, t, q, v):
        return JointFriction.resistance(p, v[0]) * v[0]


class RevoluteFriction(JointFriction):
    """Viscous and smooth dry friction in a revolute joint. Under load a joint at rest creeps; RevoluteDryFriction holds it."""

    attachments = {"joint": Revolute}
    d = Parameter("N.m.s/rad", "viscous friction", 0.0, min=0.0)
    dry = Parameter("N.m", "dry friction", 0.0, min=0.0)
    v_dry = Parameter("rad/s", "speed at which dry friction is nearly full (76 %)", 0.01, min=0.0, exclusive_min=True)


class PrismaticFriction(JointFriction):
    """Viscous and smooth dry friction in a prismatic joint. Under load a joint at rest creeps; PrismaticDryFriction holds it."""

    attachments = {"joint": Prismatic}
    d = Parameter("N.s/m", "viscous friction", 0.0, min=0.0)
    dry = Parameter("N", "dry friction", 0.0, min=0.0)
    v_dry = Parameter("m/s", "speed at which dry friction is nearly full (76 %)", 0.01, min=0.0, exclusive_min=True)
