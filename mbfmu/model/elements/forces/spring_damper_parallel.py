"""SpringDamperParallel: a spring and a damper along the line between two frames."""

from ...declare.declarations import Output, Parameter
from .line import LineForce, along, line


class SpringDamperParallel(LineForce):
    """A spring and damper between frames: pulls with c (s - s_unstretched) + c_3 (s - s_unstretched)^3 + d v along the line between its frames."""

    c = Parameter("N/m", "spring constant", 0.0, min=0.0)
    s_unstretched = Parameter("m", "length without spring force", 0.0, min=0.0)
    d = Parameter("N.s/m", "damping constant", 0.0, min=0.0)
    c_3 = Parameter("N/m3", "cubic spring constant", 0.0)
    s = Output("m", "distance between the frames")
    v = Output("m/s", "rate of the distance")
    f = Output("N", "force that pulls the frames together")

    @staticmethod
    def tension(p, s, v):
        stretch = s - p.s_unstretched
        return p.c * stretch + p.c_3 * stretch * stretch * stretch + p.d * v

    @staticmethod
    def wrenches(p, u, t, a, b):
        s, v, n = line(a, b)
        return along(n, -SpringDamperParallel.tension(p, s, v))

    @staticmethod
    def energy(p, u, t, a, b):
        stretch = line(a, b)[0] - p.s_unstretched
        square = stretch * stretch
        return 0.5 * p.c * square + 0.25 * p.c_3 * square * square

    @staticmethod
    def dissipation(p, u, t, a, b):
        v = line(a, b)[1]
        return p.d * v * v

    @staticmethod
    def outputs(p, u, t, a, b):
        s, v, _ = line(a, b)
        return {"s": s, "v": v, "f": SpringDamperParallel.tension(p, s, v)}
