"""ElectricDrive: a synchronous motor with permanent magnets and control of its currents."""

from ...base.scalars import limited, switch
from ..declare.declarations import Input, Output, Parameter, State
from ..declare.port import RotationalPort
from .base import Block


class ElectricDrive(Block):
    """A synchronous motor with permanent magnets, in the axes d and q of its rotor, with control of its currents. It turns a shaft.

    With the electric speed w_e = n_p w, the voltages are u_d = R i_d + L_d i_d' - w_e L_q i_q and u_q = R i_q + L_q i_q' + w_e (L_d i_d + psi); the
    torque is 3/2 n_p (psi + (L_d - L_q) i_d) i_q. Currents and voltages are peak values of a phase.
    The control commands i_d = 0 and the i_q of the wanted torque, up to i_max. It decouples the axes. With its gains L / T_i and R / T_i, currents
    follow with the time constant T_i. Voltages are limited to u_max; in the limit, the integrals continue with the current that is possible
    instead of the wanted one. There is no field weakening: if the magnets alone need more than u_max, voltage and speed determine the currents, which
    may exceed i_max.
    The inertia of the rotor belongs to the mechanism: see `RotorInertia`.
    Source: D. Schroeder, Elektrische Antriebe - Regelung von Antriebssystemen. Limits: R. Hanus, M. Kinnaert, J.-L. Henrotte, Automatica 23 (1987).
    """

    n_p = Parameter("1", "pairs of poles", 4.0, min=1.0)
    R = Parameter("Ohm", "resistance of a phase", 0.1, min=0.0, exclusive_min=True)
    L_d = Parameter("V.s/A", "inductance along d, the axis of the magnets", 1e-3, min=0.0, exclusive_min=True)
    L_q = Parameter("V.s/A", "inductance along q", 1e-3, min=0.0, exclusive_min=True)
    psi = Parameter("V.s", "flux of the magnets through a phase", 0.1, min=0.0, exclusive_min=True)
    T_i = Parameter("s", "time constant with which currents follow", 1e-3, min=0.0, exclusive_min=True)
    i_max = Parameter("A", "largest current that the control wants", 100.0, min=0.0, exclusive_min=True)
    u_max = Parameter("V", "largest voltage of a phase: that of the supply by the root of 3", 300.0, min=0.0, exclusive_min=True)
    i_d_start = Parameter("A", "current along d at the start", 0.0, start=True)
    i_q_start = Parameter("A", "current along q at the start", 0.0, start=True)
    e_d_start = Parameter("V", "integral part of the voltage along d at the start", 0.0, start=True)
    e_q_start = Parameter("V", "integral part of the voltage along q at the start", 0.0, start=True)
    torque = Input("N.m", "wanted torque")
    shaft = RotationalPort()
    i_d = Output("A", "current along d")
    i_q = Output("A", "current along q")
    u_d = Output("V", "voltage along d")
    u_q = Output("V", "voltage along q")
    power = Output("W", "electric power that the drive takes")
    i_d_state = State("A", "current along d")
    i_q_state = State("A", "current along q")
    e_d = State("V", "integral part of the voltage along d")
    e_q = State("V", "integral part of the voltage along q")

    integrator = "radau"

    @staticmethod
    def limited_voltage(p, u_d, u_q):
        """The voltages (u_d, u_q) [V], made shorter where they are longer than u_max."""
        square = u_d * u_d + u_q * u_q
        excess = square - p.u_max * p.u_max
        length = switch("voltage", excess, square, p.u_max * p.u_max) ** 0.5
        return u_d * p.u_max / length, u_q * p.u_max / length

    @staticmethod
    def respond(p, u, t, x):
        i_d, i_q, w_e = x.i_d_state, x.i_q_state, p.n_p * u.shaft.w
        wanted = limited("current", u.torque / (1.5 * p.n_p * p.psi), -p.i_max, p.i_max)
        k_d, k_q = p.L_d / p.T_i, p.L_q / p.T_i
        across, back = -w_e * p.L_q * i_q, w_e * (p.L_d * i_d + p.psi)
        asked_d, asked_q = x.e_d - k_d * i_d + across, x.e_q + k_q * (wanted - i_q) + back
        u_d, u_q = ElectricDrive.limited_voltage(p, asked_d, asked_q)
        rates = {
            "i_d_state": (u_d - p.R * i_d - across) / p.L_d,
            "i_q_state": (u_q - p.R * i_q - back) / p.L_q,
            "e_d": p.R / p.T_i * (-i_d + (u_d - asked_d) / k_d),
            "e_q": p.R / p.T_i * (wanted - i_q + (u_q - asked_q) / k_q),
        }
        tau = 1.5 * p.n_p * (p.psi + (p.L_d - p.L_q) * i_d) * i_q
        return rates, {"shaft.tau": tau, "i_d": i_d, "i_q": i_q, "u_d": u_d, "u_q": u_q, "power": 1.5 * (u_d * i_d + u_q * i_q)}
