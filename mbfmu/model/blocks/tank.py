"""Tank: the oil that a circuit is fed from, its level and its temperature."""

import numpy as np

from ...base.scalars import where
from ..declare.declarations import Input, Output, Parameter, State
from .base import Block
from .hydraulic_volume import WAYS


class Tank(Block):
    """A tank at a constant pressure: it takes flows and lost powers, and gives the volume and the temperature of its oil.

    Connect the outputs `heat` of pumps, valves, lines and cylinders with its inputs `heat`: the oil of the tank takes up what they lose, and gives
    cooling (T - T_ambient) to the surroundings. So a temperature comes to rest at T_ambient + (sum of heat) / cooling. Flows and powers that are not
    connected are zero. A run stops where the tank is empty.
    """

    p_tank = Parameter("Pa", "pressure", 1e5, min=0.0)
    density = Parameter("kg/m3", "density of the oil", 860.0, min=0.0, exclusive_min=True)
    c_p = Parameter("J/kg/K", "specific heat capacity of the oil", 1900.0, min=0.0, exclusive_min=True)
    cooling = Parameter("W/K", "power that walls and cooler give off, by the difference of temperatures", 50.0, min=0.0)
    T_ambient = Parameter("K", "temperature of the surroundings", 293.15, min=0.0)
    V_start = Parameter("m3", "volume of oil at the start", 0.1, min=0.0, exclusive_min=True, start=True)
    T_start = Parameter("K", "temperature of the oil at the start", 293.15, min=0.0, start=True)
    Q_in = Input("m3/s", "flows that return", pieces=WAYS)
    Q_out = Input("m3/s", "flows that are drawn", pieces=WAYS)
    heat = Input("W", "powers lost in the circuit", pieces=(*WAYS, "e", "f", "g", "h"))
    p = Output("Pa", "pressure")
    V = Output("m3", "volume of oil")
    T = Output("K", "temperature of the oil")
    V_state = State("m3", "volume of oil", nominal=0.1)
    T_state = State("K", "temperature of the oil", nominal=300.0)

    integrator = "radau"

    @staticmethod
    def respond(p, u, t, x):
        power = sum(u.heat) - p.cooling * (x.T_state - p.T_ambient)
        rates = {"V_state": sum(u.Q_in) - sum(u.Q_out), "T_state": power / (p.density * p.c_p * x.V_state)}
        V = where(x.V_state > 0.0, x.V_state, np.nan * x.V_state)  # no number, which stops the run
        return rates, {"p": p.p_tank, "V": V, "T": x.T_state}
