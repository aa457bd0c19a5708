"""HydraulicLine: a pipe of oil with its compressibility, inertia and losses."""

import numpy as np

from ...base.scalars import where
from ..declare.declarations import Input, Output, Parameter, State
from .oil import Oil


class HydraulicLine(Oil):
    """A pipe of oil, lumped: it takes the flows at its ends and gives the pressures there.

    Half of the oil's compressibility is at each end; between them are its inertia and its losses. The friction factor is that of Churchill (Chemical
    Engineering 84 (24), 1977): laminar after Hagen and Poiseuille, turbulent with the roughness of the wall, and smooth in between. Bends and
    fittings add zeta times the dynamic pressure. With the inertance L and the capacitance C, its natural angular frequency with closed ends is
    2 / sqrt(L C), where the first of the pipe itself is pi / sqrt(L C). An end from which more is drawn than flows in cavitates.
    In a circuit both ends are volumes: connect them with resistances, such as `Pump` and `ServoValve`.
    """

    length = Parameter("m", "length", 2.0, min=0.0, exclusive_min=True)
    diameter = Parameter("m", "inner diameter", 0.02, min=0.0, exclusive_min=True)
    density = Parameter("kg/m3", "density of the oil", 860.0, min=0.0, exclusive_min=True)
    viscosity = Parameter("m2/s", "kinematic viscosity of the oil", 46e-6, min=0.0, exclusive_min=True)
    roughness = Parameter("m", "roughness of the wall, the height of equivalent grains of sand", 0.0, min=0.0)
    zeta = Parameter("1", "sum of the loss coefficients of bends and fittings", 0.0, min=0.0)
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
    heat = Output("W", "power lost to friction")
    p_a_state = State("Pa", "tension of the oil at end a: its pressure where it does not cavitate", nominal=1e5)
    p_b_state = State("Pa", "tension of the oil at end b: its pressure where it does not cavitate", nominal=1e5)
    Q_state = State("m3/s", "flow from a to b", nominal=1e-4)

    integrator = "radau"

    check_messages = (
        *Oil.check_messages,
        "{p_a_start} must be > {p_saturation} (pressure at end a at the start)",
        "{p_b_start} must be > {p_saturation} (pressure at end b at the start)",
    )

    @staticmethod
    def checks(p):
        return np.array([*Oil.checks(p), p.p_a_start - p.p_saturation, p.p_b_start - p.p_saturation])

    @staticmethod
    def coefficients(p):
        """Its inertance [Pa.s2/m3], capacitance [m3/Pa] and laminar resistance [Pa.s/m3]."""
        area = np.pi / 4.0 * p.diameter * p.diameter
        inertance = p.density * p.length / area
        return inertance, area * p.length / p.bulk_modulus, 8.0 * np.pi * p.viscosity / area * inertance

    @staticmethod
    def turbulence(p, Re):
        """Friction over that of laminar flow at a Reynolds number: the factor of Churchill over 64 / Re, written so that nothing is divided by Re."""
        flowing = where(Re > 1.0, Re, 1.0)  # far below the Reynolds numbers where A says anything
        A = (-2.457 * np.log((7.0 / flowing) ** 0.9 + 0.27 * p.roughness / p.diameter)) ** 16
        return (1.0 + (Re**3 / 8.0) ** 12 / (A * Re**16 + 37530.0**16) ** 1.5) ** (1.0 / 12.0)

    @staticmethod
    def respond(p, u, t, x):
        Q, (inertance, capacitance, resistance) = x.Q_state, HydraulicLine.coefficients(p)
        p_a, expansion_a = Oil.expanded(p, "cavitating_a", x.p_a_state)
        p_b, expansion_b = Oil.expanded(p, "cavitating_b", x.p_b_state)
        Re = 4.0 / np.pi * abs(Q) / (p.diameter * p.viscosity)
        area = np.pi / 4.0 * p.diameter * p.diameter
        loss = resistance * HydraulicLine.turbulence(p, Re) * Q + 0.5 * p.zeta * p.density * abs(Q) * Q / (area * area)
        rates = {
            "p_a_state": 2.0 / capacitance * expansion_a * (u.Q_a - Q),
            "p_b_state": 2.0 / capacitance * expansion_b * (Q - u.Q_b),
            "Q_state": (p_a - p_b - loss) / inertance,
        }
        return rates, {"p_a": p_a, "p_b": p_b, "Q": Q, "Re": Re, "heat": loss * Q}
