"""HydraulicCylinder: a double-acting cylinder with directional valve, constant-pressure supply and tank."""

from ...base.scalars import limited
from ..declare.declarations import Input, Output, Parameter, State
from .chambers import Chambers
from .metering_edges import MeteringEdges


class HydraulicCylinder(MeteringEdges, Chambers):
    """A double-acting hydraulic cylinder with directional valve, constant-pressure supply and tank.

    Chamber A extends the cylinder, chamber B (rod side) retracts it; the spool opens the way with its position.
    Oil is compressible with a constant bulk modulus, and cavitates in a chamber that opens faster than oil flows in; chambers leak into each
    other; beyond the ends of the stroke an elastic stop with damping takes over. Flow through an edge is proportional to the root of the pressure
    drop, made smooth below p_laminar.
    """

    p_supply = Parameter("Pa", "pressure of the supply", 210e5, min=0.0)
    p_tank = Parameter("Pa", "pressure of the tank", 1e5, min=0.0)
    T_spool = Parameter("s", "time constant of the spool", 0.02, min=0.0, exclusive_min=True)
    spool_start = Parameter("1", "position of the spool at the start", 0.0, start=True)
    command = Input("1", "wanted position of the spool: 1 extends, -1 retracts at full opening")
    opening = Output("1", "position of the spool")
    spool_state = State("1", "position of the spool")

    @staticmethod
    def respond(p, u, t, x):
        P_A, A_T, P_B, B_T = MeteringEdges.flows(p, x.spool_state, p.p_supply, p.p_tank, *Chambers.pressures(p, x))
        rates, outputs = Chambers.moved(p, u.rod, x, P_A - A_T, P_B - B_T)
        spool_rate = (limited("command", u.command, -1.0, 1.0) - x.spool_state) / p.T_spool
        return {**rates, "spool_state": spool_rate}, {**outputs, "opening": x.spool_state}
