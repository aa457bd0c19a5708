"""PilotCheckValve: a check valve that a pilot pressure opens against its flow."""

from ...base.scalars import switch
from ..declare.declarations import Input, Parameter
from .poppet import Poppet


class PilotCheckValve(Poppet):
    """A pilot-operated check valve: it lets oil flow from a to b, and back where a pilot pressure opens it.

    A pilot piston whose area is `ratio` times that of the seat pushes the poppet open by p_pilot - p_a, and never closed. The valve begins to open
    where p_a + ratio max(p_pilot - p_a, 0) is above p_b by p_crack, and is fully open by p_band more. In a circuit it is a resistance: connect it
    with volumes, such as a chamber that holds a load at b.
    """

    p_crack = Parameter("Pa", "pressure drop at which it begins to open", 0.5e5, min=0.0)
    ratio = Parameter("1", "area of the pilot piston over that of the seat", 3.0, min=0.0)
    p_pilot = Input("Pa", "pilot pressure", start=1e5)

    @staticmethod
    def respond(p, u, t, x):
        pilot = u.p_pilot - u.p_a
        push = p.ratio * switch("piloted", pilot, pilot, 0.0 * pilot)
        return {}, Poppet.passed(p, u, Poppet.opened(p, "opening", u.p_a + push - u.p_b - p.p_crack))
