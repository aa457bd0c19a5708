"""ReliefValve: a valve that limits a pressure."""

from ..declare.declarations import Parameter
from .poppet import Poppet


class ReliefValve(Poppet):
    """A relief valve: it lets oil flow from a to b where p_a is too high.

    It begins to open where p_a is above p_b by p_set, and is fully open where p_a is higher by p_band more. In a circuit it is a resistance: connect
    it with a volume at a, and with a tank at b.
    """

    p_set = Parameter("Pa", "pressure drop at which it begins to open", 250e5, min=0.0)

    @staticmethod
    def respond(p, u, t, x):
        return {}, Poppet.passed(p, u, Poppet.opened(p, "opening", u.p_a - u.p_b - p.p_set))
