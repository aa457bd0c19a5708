"""EndStop: elastic stops at both ends of a revolute or prismatic joint."""

import numpy as np

from ....base.scalars import switch
from ...declare.declarations import Parameter
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from .base import JointLoad


class EndStop(JointLoad):
    """What the two kinds of joint share: beyond a limit, c x (1 + d x_dot) with the depth x pushes back."""

    @staticmethod
    def depths(p, q):
        """How deep the joint is in its lower and its upper stop; zero outside."""
        lower, upper = p.lower - q, q - p.upper
        return switch("at_lower", lower, lower, 0.0 * lower), switch("at_upper", upper, upper, 0.0 * upper)

    @staticmethod
    def load(p, u, t, q, v):
        lower, upper = EndStop.depths(p, q[0])
        return np.array([p.c * (lower * (1.0 - p.d * v[0]) - upper * (1.0 + p.d * v[0]))])

    @staticmethod
    def energy(p, u, t, q, v):
        lower, upper = EndStop.depths(p, q[0])
        return 0.5 * p.c * (lower * lower + upper * upper)

    @staticmethod
    def dissipation(p, u, t, q, v):
        lower, upper = EndStop.depths(p, q[0])
        return p.c * p.d * (lower + upper) * v[0] * v[0]

    check_messages = ("{lower} must be < {upper} (where the stops begin)",)

    @staticmethod
    def checks(p):
        return np.array([p.upper - p.lower])


class RevoluteEndStop(EndStop):
    """Elastic stops of a revolute joint."""

    attachments = {"joint": Revolute}
    lower = Parameter("rad", "angle at which the lower stop begins")
    upper = Parameter("rad", "angle at which the upper stop begins")
    c = Parameter("N.m/rad", "stiffness of the stops", min=0.0)
    d = Parameter("s/rad", "damping of the stops, relative to their elastic torque", 0.0, min=0.0)


class PrismaticEndStop(EndStop):
    """Elastic stops of a prismatic joint."""

    attachments = {"joint": Prismatic}
    lower = Parameter("m", "displacement at which the lower stop begins")
    upper = Parameter("m", "displacement at which the upper stop begins")
    c = Parameter("N/m", "stiffness of the stops", min=0.0)
    d = Parameter("s/m", "damping of the stops, relative to their elastic force", 0.0, min=0.0)
