"""TractionMotor: the torque of an electric motor with its limits, and the power that its battery gives and takes."""

import numpy as np

from ....base.scalars import limited, maximum, where
from ...declare.declarations import Input, Output, Parameter, State
from ...declare.lookup_table import LookupTable
from ...declare.table_parameter import TableParameter
from ..joints.revolute import Revolute
from .base import JointLoad

EFFICIENCY = LookupTable(
    [0.0, 200.0, 600.0, 1500.0],
    [0.0, 50.0, 150.0, 300.0],
    [[0.6, 0.6, 0.6, 0.6], [0.8, 0.9, 0.88, 0.85], [0.85, 0.94, 0.95, 0.93], [0.8, 0.93, 0.94, 0.92]],
)


class TractionMotor(JointLoad):
    """Drives and brakes a revolute joint, that of its rotor.

    Driving, it has the torque `demand` times its envelope: tau_max at low speed, P_max / speed beyond. Recuperating, it opposes the motion with
    `recuperation` times an envelope of the same form by tau_recuperation and P_recuperation, which fades below w_fade: it brings nothing to
    rest. Both add. Above w_max the drive fades over w_band. The battery gives the mechanical power over the efficiency, which a map gives over the
    sizes of speed and torque, and takes it times the efficiency. `battery_energy` is what the battery has given since the start.
    """

    attachments = {"joint": Revolute}
    efficiency = TableParameter(("rad/s", "N.m"), "1", "efficiency over the sizes of speed and torque, above 0", EFFICIENCY)
    tau_max = Parameter("N.m", "largest torque of the drive", 300.0, min=0.0, exclusive_min=True)
    P_max = Parameter("W", "largest power of the drive", 150e3, min=0.0, exclusive_min=True)
    tau_recuperation = Parameter("N.m", "largest torque of recuperation", 150.0, min=0.0, exclusive_min=True)
    P_recuperation = Parameter("W", "largest power of recuperation", 60e3, min=0.0, exclusive_min=True)
    w_fade = Parameter("rad/s", "speed below which recuperation fades", 60.0, min=0.0, exclusive_min=True)
    w_max = Parameter("rad/s", "speed above which the drive fades", 1500.0, min=0.0, exclusive_min=True)
    w_band = Parameter("rad/s", "range of speed over which the drive fades", 30.0, min=0.0, exclusive_min=True)
    given_start = Parameter("J", "energy that the battery has given before the start", 0.0, start=True)
    demand = Input("1", "torque of the drive, -1 to 1")
    recuperation = Input("1", "torque of recuperation, 0 to 1")
    w = Output("rad/s", "speed of the rotor")
    torque = Output("N.m", "torque on the rotor")
    P = Output("W", "power on the rotor")
    battery_power = Output("W", "power that the battery gives, below 0 where it takes some")
    battery_energy = Output("J", "energy that the battery has given since the start")
    given = State("J", "energy that the battery has given since the start", nominal=1e4)

    check_messages = ("the values of efficiency must be above 0", "the values of efficiency must not be above 1")

    @staticmethod
    def checks(p):
        values = p.efficiency.values
        return np.array([values.min(), 1.0 + 1e-9 - values.max()])

    @staticmethod
    def tau(p, u, w):
        """The torque on the rotor."""
        size = abs(w)
        drive = p.P_max / maximum(size, p.P_max / p.tau_max) * limited("fast", 1.0 - (size - p.w_max) / p.w_band, 0.0, 1.0)
        brake = p.P_recuperation / maximum(size, p.P_recuperation / p.tau_recuperation) * limited("slow", w / p.w_fade, -1.0, 1.0)
        return limited("demand", u.demand, -1.0, 1.0) * drive - limited("recuperation", u.recuperation, 0.0, 1.0) * brake

    @staticmethod
    def battery(p, w, tau):
        """The power that the battery gives."""
        power, efficiency = tau * w, p.efficiency(abs(w), abs(tau))
        return where(power > 0.0, power / efficiency, power * efficiency)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([TractionMotor.tau(p, u, v[0])])

    @staticmethod
    def outputs(p, u, t, q, v):
        tau = TractionMotor.tau(p, u, v[0])
        battery = TractionMotor.battery(p, v[0], tau)
        return {"w": v[0], "torque": tau, "P": tau * v[0], "battery_power": battery, "battery_energy": u.given}

    @staticmethod
    def rates(p, u, t, q, v):
        return {"given": TractionMotor.battery(p, v[0], TractionMotor.tau(p, u, v[0]))}
