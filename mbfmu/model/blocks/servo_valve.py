"""ServoValve: a valve with four control edges, whose spool is an oscillator of second order."""

from ...base.scalars import limited
from ..declare.declarations import Input, Output, Parameter, State
from .metering_edges import MeteringEdges


class ServoValve(MeteringEdges):
    """A servo valve with four control edges: it takes the pressures at its ports and gives the flows through them.

    The spool follows the command as an oscillator, s'' = w_spool^2 (command - s) - 2 D_spool w_spool s'. A positive spool opens the ways from P to A
    and from B to T, a negative one those from P to B and from A to T; there is no overlap, and beyond 1 no more to open. Flow through an edge is
    proportional to the root of the pressure drop, made smooth below p_laminar. In a circuit it is a resistance: connect it with volumes, such as
    `HydraulicLine` or `Accumulator` at P and `DoubleActingCylinder` at A and B.
    """

    w_spool = Parameter("rad/s", "natural angular frequency of the spool", 500.0, min=0.0, exclusive_min=True)
    D_spool = Parameter("1", "damping ratio of the spool", 0.8, min=0.0)
    spool_start = Parameter("1", "position of the spool at the start", 0.0, start=True)
    speed_start = Parameter("1/s", "rate of the spool's position at the start", 0.0, start=True)
    command = Input("1", "wanted position of the spool: 1 opens P to A and B to T fully, -1 P to B and A to T")
    p_P = Input("Pa", "pressure of the supply", start=210e5)
    p_T = Input("Pa", "pressure of the tank", start=1e5)
    p_A = Input("Pa", "pressure at A", start=50e5)
    p_B = Input("Pa", "pressure at B", start=50e5)
    Q_P = Output("m3/s", "flow from the supply into the valve")
    Q_T = Output("m3/s", "flow from the valve into the tank")
    Q_A = Output("m3/s", "flow out of the valve at A")
    Q_B = Output("m3/s", "flow out of the valve at B")
    opening = Output("1", "position of the spool, between -1 and 1")
    heat = Output("W", "power lost to throttling")
    spool_state = State("1", "position of the spool")
    speed_state = State("1/s", "rate of the spool's position", nominal=100.0)

    integrator = "radau"

    @staticmethod
    def respond(p, u, t, x):
        opening = limited("opening", x.spool_state, -1.0, 1.0)
        P_A, A_T, P_B, B_T = MeteringEdges.flows(p, opening, u.p_P, u.p_T, u.p_A, u.p_B)
        pull = p.w_spool * (limited("command", u.command, -1.0, 1.0) - x.spool_state) - 2.0 * p.D_spool * x.speed_state
        rates = {"spool_state": x.speed_state, "speed_state": p.w_spool * pull}
        heat = P_A * (u.p_P - u.p_A) + A_T * (u.p_A - u.p_T) + P_B * (u.p_P - u.p_B) + B_T * (u.p_B - u.p_T)
        return rates, {"Q_P": P_A + P_B, "Q_T": A_T + B_T, "Q_A": P_A - A_T, "Q_B": P_B - B_T, "opening": opening, "heat": heat}
