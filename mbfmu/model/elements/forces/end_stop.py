"""EndStop: elastic stops at both ends of a revolute or prismatic joint."""

import numpy as np

from ....base.scalars import switch
from ...declare.declarations import Parameter
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from .base import JointLoad
from .elastic_stop import dissipated, push, stored


class EndStop(JointLoad):
    """What the two kinds of joint share: beyond a limit, (c x + c_3 x^3) (1 + d x_dot) with the depth x pushes back, and never pulls."""

    @staticmethod
    def depths(p, q):
        """How deep the joint is in its lower and its upper stop; zero outside."""
        lower, upper = p.lower - q, q - p.upper
        return switch("at_lower", lower, lower, 0.0 * lower), switch("at_upper", upper, upper, 0.0 * upper)

    @staticmethod
    def load(p, u, t, q, v):
        lower, upper = EndStop.depths(p, q[0])
        return np.array([push(p, lower, -v[0]) - push(p, upper, v[0])])

    @staticmethod
    def energy(p, u, t, q, v):
        lower, upper = EndStop.depths(p, q[0])
        return stored(p, lower) + stored(p, upper)

    @staticmethod
    def dissipation(p, u, t, q, v):
        lower, upper = EndStop.depths(p, q[0])
        return dissipated(p, lower, -v[0]) + dissipated(p, upper, v[0])

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
    c_3 = Parameter("N.m/rad3", "cubic stiffness of the stops", 0.0, min=0.0)


class PrismaticEndStop(EndStop):
    """Elastic stops of a prismatic joint."""

    attachments = {"joint": Prismatic}
    lower = Parameter("m", "displacement at which the lower stop begins")
    upper = Parameter("m", "displacement at which the upper stop begins")
    c = Parameter("N/m", "stiffness of the stops", min=0.0)
    d = Parameter("s/m", "damping of the stops, relative to their elastic force", 0.0, min=0.0)
    c_3 = Parameter("N/m3", "cubic stiffness of the stops", 0.0, min=0.0)
