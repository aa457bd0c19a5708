"""DoubleActingCylinder: a cylinder that takes flows of oil and gives its pressures."""

from ..declare.declarations import Input
from .chambers import Chambers


class DoubleActingCylinder(Chambers):
    """A double-acting hydraulic cylinder: it takes the flows into its chambers, gives their pressures, and pushes by its rod.

    Chamber A extends the cylinder, chamber B (rod side) retracts it. Oil is compressible with a constant bulk modulus; chambers leak into each
    other; beyond the ends of the stroke an elastic stop with damping takes over. In a circuit it is a volume: connect it with a `ServoValve`.
    """

    Q_A = Input("m3/s", "flow into chamber A")
    Q_B = Input("m3/s", "flow into chamber B")

    @staticmethod
    def respond(p, u, t, x):
        return Chambers.moved(p, u.rod, x, u.Q_A, u.Q_B)
