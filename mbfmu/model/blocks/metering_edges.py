"""What valves with four control edges have in common: their size, and the flows through the edges."""

from ...base.scalars import switch
from ..declare.declarations import Parameter
from .base import Block


class MeteringEdges(Block):
    """A valve without overlap. A positive spool opens the ways from P to A and from B to T, a negative one those from P to B and from A to T.

    Flow through an edge is proportional to its opening and to the root of the pressure drop, made smooth below p_laminar.
    """

    Q_nominal = Parameter("m3/s", "flow through a fully open edge at the pressure drop p_nominal", 1e-3, min=0.0)
    p_nominal = Parameter("Pa", "pressure drop at which an edge lets Q_nominal through", 35e5, min=0.0, exclusive_min=True)
    p_laminar = Parameter("Pa", "pressure drop below which flow becomes proportional to it", 1e5, min=0.0, exclusive_min=True)

    @staticmethod
    def flow(p, opening, drop):
        """Volume flow [m3/s] through an edge opened by `opening` under the pressure drop `drop`."""
        smooth = (drop * drop + p.p_laminar * p.p_laminar) ** 0.25
        return p.Q_nominal * opening * (drop / smooth) / p.p_nominal**0.5

    @staticmethod
    def flows(p, spool, p_P, p_T, p_A, p_B):
        """Volume flows [m3/s] from P to A, from A to T, from P to B and from B to T."""
        flow = MeteringEdges.flow
        extending = switch("extending", spool, spool, 0.0 * spool)
        retracting = extending - spool
        return flow(p, extending, p_P - p_A), flow(p, retracting, p_A - p_T), flow(p, retracting, p_P - p_B), flow(p, extending, p_B - p_T)
