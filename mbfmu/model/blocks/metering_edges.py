"""What valves with four control edges have in common: the flows through the edges."""

from ...base.scalars import switch
from .orifice import Orifice


class MeteringEdges(Orifice):
    """A valve without overlap. A positive spool opens the ways from P to A and from B to T, a negative one those from P to B and from A to T."""

    @staticmethod
    def flows(p, spool, p_P, p_T, p_A, p_B):
        """Volume flows [m3/s] from P to A, from A to T, from P to B and from B to T."""
        extending = switch("extending", spool, spool, 0.0 * spool)
        retracting = extending - spool
        flow = Orifice.flow
        return flow(p, extending, p_P - p_A), flow(p, retracting, p_A - p_T), flow(p, retracting, p_P - p_B), flow(p, extending, p_B - p_T)
