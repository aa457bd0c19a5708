"""HydraulicCylinder: a double-acting cylinder with directional valve, constant-pressure supply and tank."""

import numpy as np

from ..model.declarations import Input, Output, Parameter, State
from ..model.port import TranslationalPort
from ..scalars import limited, switch
from .base import Block


class HydraulicCylinder(Block):
    """A double-acting hydraulic cylinder with directional valve, constant-pressure supply and tank.

    Chamber A extends the cylinder, chamber B (rod side) retracts it; the spool opens the way with its position.
    Oil is compressible with a constant bulk modulus; chambers leak into each other; beyond the ends of the stroke an
    elastic stop with damping takes over. Flow through an edge is proportional to the root of the pressure drop, made smooth below
    p_laminar.
    """

    A_A = Parameter("m2", "piston area of chamber A", 7.85e-3, min=0.0, exclusive_min=True)
    A_B = Parameter("m2", "annulus area of chamber B", 4.71e-3, min=0.0, exclusive_min=True)
    s_min = Parameter("m", "length of the cylinder when retracted", 1.0)
    s_max = Parameter("m", "length of the cylinder when extended", 1.8)
    V_dead = Parameter("m3", "volume of each chamber's pipe and dead end", 1e-3, min=0.0, exclusive_min=True)
    bulk_modulus = Parameter("Pa", "bulk modulus of the oil", 1.0e9, min=0.0, exclusive_min=True)
    p_supply = Parameter("Pa", "pressure of the supply", 210e5, min=0.0)
    p_tank = Parameter("Pa", "pressure of the tank", 1e5, min=0.0)
    Q_nominal = Parameter("m3/s", "flow through a fully open edge at the pressure drop p_nominal", 1e-3, min=0.0)
    p_nominal = Parameter("Pa", "pressure drop at which an edge lets Q_nominal through", 35e5, min=0.0, exclusive_min=True)
    p_laminar = Parameter("Pa", "pressure drop below which flow becomes proportional to it", 1e5, min=0.0, exclusive_min=True)
    T_spool = Parameter("s", "time constant of the spool", 0.02, min=0.0, exclusive_min=True)
    leakage = Parameter("m3/s/Pa", "leakage between the chambers", 1e-13, min=0.0)
    d = Parameter("N.s/m", "viscous friction of piston and rod", 1000.0, min=0.0)
    c_stop = Parameter("N/m", "stiffness of the end stops", 1e8, min=0.0)
    d_stop = Parameter("s/m", "damping of the end stops, relative to their elastic force", 1.0, min=0.0)
    spool_start = Parameter("1", "position of the spool at the start", 0.0, start=True)
    p_A_start = Parameter("Pa", "pressure in chamber A at the start", 50e5, min=0.0, start=True)
    p_B_start = Parameter("Pa", "pressure in chamber B at the start", 50e5, min=0.0, start=True)
    command = Input("1", "wanted position of the spool: 1 extends, -1 retracts at full opening")
    rod = TranslationalPort(
        {"s": "length of the cylinder", "v": "rate of the length", "f": "force that pushes the cylinder's ends apart"}, start={"s": 1.4}
    )
    p_A = Output("Pa", "pressure in chamber A")
    p_B = Output("Pa", "pressure in chamber B")
    opening = Output("1", "position of the spool")
    spool_state = State("1", "position of the spool")
    p_A_state = State("Pa", "pressure in chamber A", nominal=1e5)
    p_B_state = State("Pa", "pressure in chamber B", nominal=1e5)

    integrator = "radau"

    check_messages = ("{s_min} must be < {s_max} (length of the cylinder)",)

    @staticmethod
    def checks(p):
        return np.array([p.s_max - p.s_min])

    @staticmethod
    def flow(p, opening, drop):
        """Volume flow [m3/s] through an edge opened by `opening` under the pressure drop `drop`."""
        smooth = (drop * drop + p.p_laminar * p.p_laminar) ** 0.25
        return p.Q_nominal * opening * (drop / smooth) / p.p_nominal**0.5

    @staticmethod
    def end_stops(p, rod):
        """Force [N] of the end stops, positive where it pushes the ends apart."""
        short, long = p.s_min - rod.s, rod.s - p.s_max
        at_short = switch("retracted", short, short, 0.0 * short)
        at_long = switch("extended", long, long, 0.0 * long)
        return p.c_stop * (at_short * (1.0 - p.d_stop * rod.v) - at_long * (1.0 + p.d_stop * rod.v))

    @staticmethod
    def respond(p, u, t, x):
        p_A, p_B, spool, rod = x.p_A_state, x.p_B_state, x.spool_state, u.rod
        extending = switch("extending", spool, spool, 0.0)
        retracting = extending - spool
        flow = HydraulicCylinder.flow
        Q_A = flow(p, extending, p.p_supply - p_A) - flow(p, retracting, p_A - p.p_tank)
        Q_B = flow(p, retracting, p.p_supply - p_B) - flow(p, extending, p_B - p.p_tank)
        leak = p.leakage * (p_A - p_B)
        stroke = limited("stroke", rod.s, p.s_min, p.s_max)
        V_A = p.V_dead + p.A_A * (stroke - p.s_min)
        V_B = p.V_dead + p.A_B * (p.s_max - stroke)
        rates = {
            "spool_state": (limited("command", u.command, -1.0, 1.0) - spool) / p.T_spool,
            "p_A_state": p.bulk_modulus / V_A * (Q_A - p.A_A * rod.v - leak),
            "p_B_state": p.bulk_modulus / V_B * (Q_B + p.A_B * rod.v + leak),
        }
        f = p.A_A * p_A - p.A_B * p_B - p.d * rod.v + HydraulicCylinder.end_stops(p, rod)
        return rates, {"rod.f": f, "p_A": p_A, "p_B": p_B, "opening": spool}
