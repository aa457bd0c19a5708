"""BumpStop and ReboundStop: elastic stops along the line between two frames."""

from ....base.scalars import switch
from ...declare.declarations import Output, Parameter
from .elastic_stop import dissipated, push, stored
from .line import LineForce, along, line


class LineStop(LineForce):
    """What both stops share: at the depth x beyond the distance s_stop, the force (c x + c_3 x^3) (1 + d x_dot), which never changes its sign."""

    outward: float  # the sign of the force that it pushes its frames apart with
    s_stop = Parameter("m", "distance of the frames at which the stop begins", min=0.0)
    c = Parameter("N/m", "stiffness", min=0.0)
    d = Parameter("s/m", "damping, relative to the elastic force", 0.0, min=0.0)
    c_3 = Parameter("N/m3", "cubic stiffness", 0.0, min=0.0)
    f = Output("N", "force, zero or positive")

    @classmethod
    def depth(cls, p, a, b):
        """How deep the frames are in the stop, zero outside; its rate outside too; and the direction from a to b."""
        s, v, n = line(a, b)
        x = cls.outward * (p.s_stop - s)
        return switch("touching", x, x, 0.0 * x), -cls.outward * v, n

    @classmethod
    def wrenches(cls, p, u, t, a, b):
        x, x_dot, n = cls.depth(p, a, b)
        return along(n, cls.outward * push(p, x, x_dot))

    @classmethod
    def energy(cls, p, u, t, a, b):
        return stored(p, cls.depth(p, a, b)[0])

    @classmethod
    def dissipation(cls, p, u, t, a, b):
        return dissipated(p, *cls.depth(p, a, b)[:2])

    @classmethod
    def outputs(cls, p, u, t, a, b):
        return {"f": push(p, *cls.depth(p, a, b)[:2])}


class BumpStop(LineStop):
    """An elastic stop that pushes two frames apart while they are closer than s_stop.

    Its force at the depth x is (c x + c_3 x^3) (1 + d x_dot), and zero where that would pull.
    """

    outward = 1.0


class ReboundStop(LineStop):
    """An elastic stop that pulls two frames together while they are farther apart than s_stop.

    Its force at the depth x is (c x + c_3 x^3) (1 + d x_dot), and zero where that would push.
    """

    outward = -1.0
