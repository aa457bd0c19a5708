"""CheckValve: a valve that lets oil through one way."""

from ..declare.declarations import Parameter
from .poppet import Poppet


class CheckValve(Poppet):
    """A check valve: it lets oil flow from a to b, and not back.

    It begins to open where p_a is above p_b by p_crack, and is fully open where p_a is higher by p_band more. In a circuit it is a resistance:
    connect it with volumes. As an anti-cavitation valve it refills a chamber at b from a tank at a.
    """

    p_crack = Parameter("Pa", "pressure drop at which it begins to open", 0.5e5, min=0.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, Poppet.passed(p, u, Poppet.opened(p, "opening", u.p_a - u.p_b - p.p_crack))
