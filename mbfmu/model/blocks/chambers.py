"""What double-acting cylinders have in common: a piston between two chambers of oil, a rod and end stops."""

import numpy as np

from ...base.scalars import limited, switch
from ..declare.declarations import Output, Parameter, State
from ..declare.port import TranslationalPort
from .oil import Oil


class Chambers(Oil):
    """Two chambers of oil on the sides of a piston, whose rod is a port. Subclasses say which flows come in."""

    A_A = Parameter("m2", "piston area of chamber A", 7.85e-3, min=0.0, exclusive_min=True)
    A_B = Parameter("m2", "annulus area of chamber B", 4.71e-3, min=0.0, exclusive_min=True)
    s_min = Parameter("m", "length of the cylinder when retracted", 1.0)
    s_max = Parameter("m", "length of the cylinder when extended", 1.8)
    V_dead = Parameter("m3", "volume of each chamber's pipe and dead end", 1e-3, min=0.0, exclusive_min=True)
    leakage = Parameter("m3/s/Pa", "leakage between the chambers", 1e-13, min=0.0)
    d = Parameter("N.s/m", "viscous friction of piston and rod", 1000.0, min=0.0)
    c_stop = Parameter("N/m", "stiffness of the end stops", 1e8, min=0.0)
    d_stop = Parameter("s/m", "damping of the end stops, relative to their elastic force", 1.0, min=0.0)
    p_A_start = Parameter("Pa", "pressure in chamber A at the start", 50e5, min=0.0, start=True)
    p_B_start = Parameter("Pa", "pressure in chamber B at the start", 50e5, min=0.0, start=True)
    rod = TranslationalPort(
        {"s": "length of the cylinder", "v": "rate of the length", "f": "force that pushes the cylinder's ends apart"}, start={"s": 1.4}
    )
    p_A = Output("Pa", "pressure in chamber A")
    p_B = Output("Pa", "pressure in chamber B")
    p_A_state = State("Pa", "tension of the oil in chamber A: its pressure where it does not cavitate", nominal=1e5)
    p_B_state = State("Pa", "tension of the oil in chamber B: its pressure where it does not cavitate", nominal=1e5)

    integrator = "radau"

    check_messages = (
        *Oil.check_messages,
        "{s_min} must be < {s_max} (length of the cylinder)",
        "{p_A_start} must be > {p_saturation} (pressure in chamber A at the start)",
        "{p_B_start} must be > {p_saturation} (pressure in chamber B at the start)",
    )

    @staticmethod
    def checks(p):
        return np.array([*Oil.checks(p), p.s_max - p.s_min, p.p_A_start - p.p_saturation, p.p_B_start - p.p_saturation])

    @staticmethod
    def end_stops(p, rod):
        """Force [N] of the end stops, positive where it pushes the ends apart."""
        short, long = p.s_min - rod.s, rod.s - p.s_max
        at_short = switch("retracted", short, short, 0.0 * short)
        at_long = switch("extended", long, long, 0.0 * long)
        return p.c_stop * (at_short * (1.0 - p.d_stop * rod.v) - at_long * (1.0 + p.d_stop * rod.v))

    @staticmethod
    def pressures(p, x):
        """The pressures [Pa] in the chambers A and B."""
        return Oil.expanded(p, "cavitating_A", x.p_A_state)[0], Oil.expanded(p, "cavitating_B", x.p_B_state)[0]

    @staticmethod
    def volumes(p, rod):
        """The volumes [m3] of the chambers A and B. End stops give way, but never by more than half of a dead volume."""
        stroke = limited("stroke", rod.s, p.s_min - 0.5 * p.V_dead / p.A_A, p.s_max + 0.5 * p.V_dead / p.A_B)
        return p.V_dead + p.A_A * (stroke - p.s_min), p.V_dead + p.A_B * (p.s_max - stroke)

    @staticmethod
    def moved(p, rod, x, Q_A, Q_B):
        """The rates of the states, and the outputs, where the flows Q_A and Q_B [m3/s] come into the chambers."""
        p_A, expansion_A = Oil.expanded(p, "cavitating_A", x.p_A_state)
        p_B, expansion_B = Oil.expanded(p, "cavitating_B", x.p_B_state)
        leak = p.leakage * (p_A - p_B)
        V_A, V_B = Chambers.volumes(p, rod)
        rates = {
            "p_A_state": p.bulk_modulus / V_A * (expansion_A * (Q_A - leak) - p.A_A * rod.v),
            "p_B_state": p.bulk_modulus / V_B * (expansion_B * (Q_B + leak) + p.A_B * rod.v),
        }
        f = p.A_A * p_A - p.A_B * p_B - p.d * rod.v + Chambers.end_stops(p, rod)
        return rates, {"rod.f": f, "p_A": p_A, "p_B": p_B}
