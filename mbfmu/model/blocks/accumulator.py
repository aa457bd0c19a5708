"""Accumulator: a gas behind a bladder or piston that takes up oil under pressure."""

import numpy as np

from ...base.scalars import switch
from ..declare.declarations import Input, Output, Parameter, State
from .oil import Oil


class Accumulator(Oil):
    """A hydraulic accumulator with a polytropic gas: it takes the flows at its oil side and gives the pressure.

    The gas keeps p V_gas^n: n is 1 where it has time to stay at one temperature, and the gas's ratio of specific heats, 1.4 of nitrogen, where it has
    none. Below the pressure p_0, to which the gas was filled, there is no oil in the accumulator, and the pressure is that of the oil in the pipe
    V_pipe alone, which cavitates where more is drawn than flows in.
    In a circuit it is a volume: connect it with resistances, such as `Pump` at the inlet and `ServoValve` at the outlet.
    """

    V_0 = Parameter("m3", "volume of the gas without oil", 1e-3, min=0.0, exclusive_min=True)
    p_0 = Parameter("Pa", "pressure of the gas without oil", 100e5, min=0.0, exclusive_min=True)
    n = Parameter("1", "polytropic exponent of the gas", 1.4, min=1.0)
    V_pipe = Parameter("m3", "volume of oil in the pipe to the accumulator", 1e-4, min=0.0, exclusive_min=True)
    p_start = Parameter("Pa", "pressure at the start", 150e5, min=0.0, start=True)
    Q_in = Input("m3/s", "flow in at the inlet")
    Q_out = Input("m3/s", "flow out at the outlet")
    p = Output("Pa", "pressure")
    V_gas = Output("m3", "volume of the gas")
    p_state = State("Pa", "tension of the oil: its pressure where it does not cavitate", nominal=1e5)

    integrator = "radau"

    check_messages = (
        *Oil.check_messages,
        "{p_0} must be > {p_saturation} (pressure of the gas without oil)",
        "{p_start} must be > {p_saturation} (pressure at the start)",
    )

    @staticmethod
    def checks(p):
        return np.array([*Oil.checks(p), p.p_0 - p.p_saturation, p.p_start - p.p_saturation])

    @staticmethod
    def respond(p, u, t, x):
        above = x.p_state - p.p_0
        gas = switch("charged", above, x.p_state, p.p_0)
        V_gas = p.V_0 * np.exp(np.log(p.p_0 / gas) / p.n)
        yielding = V_gas / (p.n * gas)
        capacity = p.V_pipe / p.bulk_modulus + switch("charged", above, yielding, 0.0 * yielding)
        pressure, expansion = Oil.expanded(p, "cavitating", x.p_state)
        return {"p_state": expansion * (u.Q_in - u.Q_out) / capacity}, {"p": pressure, "V_gas": V_gas}
