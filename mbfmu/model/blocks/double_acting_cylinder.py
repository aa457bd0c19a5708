"""DoubleActingCylinder: a cylinder that takes flows of oil and gives its pressures."""

from ..declare.declarations import Input, Output
from .chambers import Chambers
from .oil import Oil


class DoubleActingCylinder(Chambers):
    """A double-acting hydraulic cylinder: it takes the flows into its chambers, gives their pressures, and pushes by its rod.

    Chamber A extends the cylinder, chamber B (rod side) retracts it. Oil is compressible with a constant bulk modulus, and cavitates in a chamber
    that opens faster than oil flows in; chambers leak into each other; beyond the ends of the stroke an elastic stop with damping takes over. In a
    circuit it is a volume: connect it with a `ServoValve`.
    """

    Q_A = Input("m3/s", "flow into chamber A")
    Q_B = Input("m3/s", "flow into chamber B")
    V_A = Output("m3", "oil in chamber A, as its volume at p_saturation, without air and vapour")
    V_B = Output("m3", "oil in chamber B, as its volume at p_saturation, without air and vapour")
    heat = Output("W", "power lost to leakage and viscous friction")

    @staticmethod
    def respond(p, u, t, x):
        rates, outputs = Chambers.moved(p, u.rod, x, u.Q_A, u.Q_B)
        V_A, V_B = Chambers.volumes(p, u.rod)
        oil = {"V_A": Oil.amount(p, x.p_A_state, V_A), "V_B": Oil.amount(p, x.p_B_state, V_B)}
        drop = outputs["p_A"] - outputs["p_B"]
        return rates, {**outputs, **oil, "heat": p.leakage * drop * drop + p.d * u.rod.v * u.rod.v}
