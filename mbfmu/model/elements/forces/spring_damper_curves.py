"""SpringDamperCurves: a spring and a damper along the line between two frames, both given by curves."""

from ...declare.declarations import Output, Parameter
from ...declare.table_parameter import TableParameter
from .line import LineForce, along, line


class SpringDamperCurves(LineForce):
    """A spring and a damper between frames, given by measured curves: pushes them apart with spring(x) + damper(x_dot).

    The compression x is s_unstretched less the distance of the frames, and x_dot its rate. So a damper has its bump branch where the rate is
    positive, and its rebound branch where it is negative. A damper whose force does not oppose the motion is refused.
    """

    spring = TableParameter(("m",), "N", "force of the spring over compression")
    damper = TableParameter(("m/s",), "N", "force of the damper over rate of compression")
    s_unstretched = Parameter("m", "distance of the frames at the compression 0", 0.0)
    s = Output("m", "distance between the frames")
    v = Output("m/s", "rate of the distance")
    f = Output("N", "force that pulls the frames together")

    def own_problems(self):
        return super().own_problems() or self._driving()

    def _driving(self):
        """What is wrong with a damper that drives."""
        damper = self.tables["damper"]
        rates, forces = [0.0, *damper.axes[0]], [damper(0.0), *damper.values]
        wrong = [(v, f) for v, f in zip(rates, forces) if f * v < 0 or (v == 0 and f != 0)]
        say = "{}.damper gives {:g} N at {:g} m/s: a damper opposes the motion, so its force has the sign of the rate, and is 0 at 0 m/s"
        return [say.format(self.path, f, v) for v, f in wrong[:1]]

    @staticmethod
    def push(p, s, v):
        return p.spring(p.s_unstretched - s) + p.damper(-v)

    @staticmethod
    def wrenches(p, u, t, a, b):
        s, v, n = line(a, b)
        return along(n, SpringDamperCurves.push(p, s, v))

    @staticmethod
    def energy(p, u, t, a, b):
        return p.spring.integral(p.s_unstretched - line(a, b)[0])

    @staticmethod
    def dissipation(p, u, t, a, b):
        v = line(a, b)[1]
        return -p.damper(-v) * v

    @staticmethod
    def outputs(p, u, t, a, b):
        s, v, _ = line(a, b)
        return {"s": s, "v": v, "f": -SpringDamperCurves.push(p, s, v)}
