"""CounterbalanceValve: a valve that holds a load, and lowers it no faster than oil is pumped in behind it."""

from ..declare.declarations import Input, Parameter
from .poppet import Poppet


class CounterbalanceValve(Poppet):
    """A counterbalance valve, also called overcentre valve, between a directional valve at a and a chamber that holds a load at b.

    From a to b it is a check valve with the pressure p_crack. From b to a it begins to open where p_b + ratio p_pilot is above (1 + ratio) p_a by
    p_set, as the spring's chamber is drained to a, and it is fully open by p_band more. Give it the pressure of the opposite chamber as pilot: where
    an overrunning load lets that pressure fall, the valve closes. A small ratio and a wide band damp the oscillation for which these valves are
    known. In a circuit it is a resistance: connect it with volumes.
    """

    p_set = Parameter("Pa", "pressure of the load at which it opens without pilot", 200e5, min=0.0)
    p_crack = Parameter("Pa", "pressure drop from a to b at which its check valve begins to open", 0.5e5, min=0.0)
    ratio = Parameter("1", "area on which the pilot pressure acts over that of the load's pressure", 4.0, min=0.0)
    p_pilot = Input("Pa", "pilot pressure", start=1e5)

    @staticmethod
    def respond(p, u, t, x):
        lowering = Poppet.opened(p, "lowering", u.p_b - u.p_a + p.ratio * (u.p_pilot - u.p_a) - p.p_set)
        lifting = Poppet.opened(p, "lifting", u.p_a - u.p_b - p.p_crack)
        return {}, Poppet.passed(p, u, lowering + lifting)
