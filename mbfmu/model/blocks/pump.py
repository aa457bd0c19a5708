"""Pump: a pump of variable displacement that holds the pressure of its outlet."""

import numpy as np

from ...base.scalars import limited
from ..declare.declarations import Input, Output, Parameter, State
from ..declare.port import RotationalPort
from .base import Block


class Pump(Block):
    """A pump with pressure control: it takes the pressure of its outlet and gives the flow into it, and loads a shaft.

    Its displacement V follows V_max (p_set - p) / p_band, between 0 and V_max, with the time constant T. So it comes to rest at a pressure that is
    lower than p_set by as much of p_band as V is of V_max. The flow is V w less leakage, the torque on the shaft -(V (p - p_tank) + d w).
    In a circuit it is a resistance: connect it with a volume, such as `HydraulicLine` or `Accumulator`. A shaft that is not connected turns at
    150 rad/s.
    """

    V_max = Parameter("m3/rad", "largest displacement", 8e-6, min=0.0, exclusive_min=True)
    p_band = Parameter("Pa", "how much the pressure is below p_set at full displacement", 10e5, min=0.0, exclusive_min=True)
    T = Parameter("s", "time constant of the displacement", 0.05, min=0.0, exclusive_min=True)
    leakage = Parameter("m3/s/Pa", "leakage from the outlet to the tank", 1e-12, min=0.0)
    p_tank = Parameter("Pa", "pressure of the tank", 1e5, min=0.0)
    d = Parameter("N.m.s/rad", "viscous friction of the shaft", 0.01, min=0.0)
    V_start = Parameter("m3/rad", "displacement at the start", 0.0, min=0.0, start=True)
    p_set = Input("Pa", "pressure that the control holds without flow", start=210e5)
    p = Input("Pa", "pressure at the outlet", start=1e5)
    shaft = RotationalPort({"tau": "torque that the pump puts on the shaft: negative where it is driven"}, start={"w": 150.0})
    Q = Output("m3/s", "flow out of the outlet")
    V = Output("m3/rad", "displacement")
    heat = Output("W", "power lost to leakage and viscous friction")
    V_state = State("m3/rad", "displacement", nominal=1e-6)

    integrator = "radau"

    check_messages = ("{V_start} must be <= {V_max} (displacement)",)

    @staticmethod
    def checks(p):
        return np.array([p.V_max - p.V_start])

    @staticmethod
    def respond(p, u, t, x):
        V, w, drop = x.V_state, u.shaft.w, u.p - p.p_tank
        wanted = p.V_max * limited("control", (u.p_set - u.p) / p.p_band, 0.0, 1.0)
        heat = p.leakage * drop * drop + p.d * w * w
        return {"V_state": (wanted - V) / p.T}, {"shaft.tau": -V * drop - p.d * w, "Q": V * w - p.leakage * drop, "V": V, "heat": heat}
