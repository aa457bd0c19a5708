"""SpringDamper: a spring and damper as a part of its own, for systems of FMUs."""

from ..declare.declarations import Parameter
from ..declare.port import TranslationalPort
from .base import Block


class SpringDamper(Block):
    """A linear spring and damper along a port, such as a stiff bushing or a stop between two parts.

    f = -c (s - s_rel0) - d v. With `BlockModel(..., interface_mass=True)` it may be as stiff as it likes whatever the communication step.
    """

    ends = TranslationalPort({"s": "length of the spring", "v": "rate of the length", "f": "force that pushes the ends apart"})
    c = Parameter("N/m", "stiffness", 1e5, min=0.0)
    d = Parameter("N.s/m", "damping", 0.0, min=0.0)
    s_rel0 = Parameter("m", "length without force", 0.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, {"ends.f": -p.c * (u.ends.s - p.s_rel0) - p.d * u.ends.v}
