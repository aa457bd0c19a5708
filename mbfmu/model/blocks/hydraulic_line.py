"""HydraulicLine: a pipe of oil with its compressibility, inertia and friction."""

import numpy as np

from ..declare.declarations import Input, Output, Parameter, State
from .base import Block


class HydraulicLine(Block):
    """A pipe of oil, lumped: it takes the flows at its ends and gives the pressures there.

    Half of the oil's compressibility is at each end; between them are its inertia and the friction of laminar flow after Hagen and Poiseuille,
    right at Reynolds numbers below 2300. With the inertance L and the capacitance C, its natural angular frequency with closed ends is
    2 / sqrt(L C), where the first of the pipe itself is pi / sqrt(L C). There is no cavitation: a pressure below zero says that more was drawn than
    there is.
    In a circuit both ends are volumes: connect them with resistances, such as `Pump` and `ServoValve`.
    """

    length = Parameter("m", "length", 2.0, min=0.0, exclusive_min=True)
    diameter = Parameter("m", "inner diameter", 0.02, min=0.0, exclusive_min=True)
    density = Parameter("kg/m3", "density of the oil", 860.0, min=0.0, exclusive_min=True)
    viscosity = Parameter("m2/s", "kinematic viscosity of the oil", 46e-6, min=0.0, exclusive_min=True)
    bulk_modulus = Parameter("Pa", "bulk modulus of the oil, with the walls of the pipe", 1.0e9, min=0.0, exclusive_min=True)
    p_a_start = Parameter("Pa", "pressure at end a at the start", 1e5, min=0.0, start=True)
    p_b_start = Parameter("Pa", "pressure at end b at the start", 1e5, min=0.0, start=True)
    Q_start = Parameter("m3/s", "flow from a to b at the start", 0.0, start=True)
    Q_a = Input("m3/s", "flow into the line at end a")
    Q_b = Input("m3/s", "flow out of the line at end b")
    p_a = Output("Pa", "pressure at end a")
    p_b = Output("Pa", "pressure at end b")
    Q = Output("m3/s", "flow from a to b in the middle")
    Re = Output("1", "Reynolds number of this flow")
    p_a_state = State("Pa", "pressure at end a", nominal=1e5)
    p_b_state = State("Pa", "pressure at end b", nominal=1e5)
    Q_state = State("m3/s", "flow from a to b", nominal=1e-4)

    integrator = "radau"

    @staticmethod
    def coefficients(p):
        """Its inertance [Pa.s2/m3], capacitance [m3/Pa] and resistance [Pa.s/m3]."""
        area = np.pi / 4.0 * p.diameter * p.diameter
        inertance = p.density * p.length / area
        return inertance, area * p.length / p.bulk_modulus, 8.0 * np.pi * p.viscosity / area * inertance

    @staticmethod
    def respond(p, u, t, x):
        Q, (inertance, capacitance, resistance) = x.Q_state, HydraulicLine.coefficients(p)
        rates = {
            "p_a_state": 2.0 / capacitance * (u.Q_a - Q),
            "p_b_state": 2.0 / capacitance * (Q - u.Q_b),
            "Q_state": (x.p_a_state - x.p_b_state - resistance * Q) / inertance,
        }
        return rates, {"p_a": x.p_a_state, "p_b": x.p_b_state, "Q": Q, "Re": 4.0 / np.pi * abs(Q) / (p.diameter * p.viscosity)}
