"""HydraulicVolume: oil where several valves, pumps and cylinders meet."""

import numpy as np

from ..declare.declarations import Input, Output, Parameter, State
from .oil import Oil

WAYS = ("a", "b", "c", "d")


class HydraulicVolume(Oil):
    """A volume of oil where several resistances meet: it takes the flows in and out, and gives the pressure.

    Flows that are not connected are zero. Oil is compressible with a constant bulk modulus, and cavitates where more is drawn than flows in. In a
    circuit it is a volume: connect it with resistances, such as a `Pump` at Q_in.a, a `ServoValve` at Q_out.a and a `ReliefValve` at Q_out.b.
    """

    V = Parameter("m3", "volume", 1e-3, min=0.0, exclusive_min=True)
    p_start = Parameter("Pa", "pressure at the start", 1e5, min=0.0, start=True)
    Q_in = Input("m3/s", "flows in", pieces=WAYS)
    Q_out = Input("m3/s", "flows out", pieces=WAYS)
    p = Output("Pa", "pressure")
    V_oil = Output("m3", "oil, as its volume at p_saturation, without air and vapour")
    p_state = State("Pa", "tension of the oil: its pressure where it does not cavitate", nominal=1e5)

    integrator = "radau"

    check_messages = (*Oil.check_messages, "{p_start} must be > {p_saturation} (pressure at the start)")

    @staticmethod
    def checks(p):
        return np.array([*Oil.checks(p), p.p_start - p.p_saturation])

    @staticmethod
    def respond(p, u, t, x):
        pressure, expansion = Oil.expanded(p, "cavitating", x.p_state)
        rate = p.bulk_modulus / p.V * expansion * (sum(u.Q_in) - sum(u.Q_out))
        return {"p_state": rate}, {"p": pressure, "V_oil": Oil.amount(p, x.p_state, p.V)}
