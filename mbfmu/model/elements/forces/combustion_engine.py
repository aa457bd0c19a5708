"""CombustionEngine: the torque of a combustion engine on its crankshaft."""

import numpy as np

from ....base.scalars import limited, maximum, minimum, switch
from ...declare.declarations import Input, Output, Parameter, State
from ...declare.lookup_table import LookupTable
from ...declare.table_parameter import TableParameter
from ..joints.revolute import Revolute
from .base import JointLoad

TORQUE = LookupTable(
    [0.0, 800.0, 2000.0, 3500.0, 5000.0, 6500.0],
    [0.0, 0.3, 0.6, 1.0],
    [[-15, -15, -15, -15], [-15, 70, 90, 100], [-20, 70, 130, 170], [-25, 50, 130, 190], [-35, 20, 100, 180], [-50, -30, 40, 120]],
    units=("rpm", "1", "N.m"),
    smooth=True,
)
SPEEDS, TORQUES = np.array([0.0, 800.0, 2000.0, 3500.0, 5000.0, 6500.0]), np.arange(-50.0, 201.0, 25.0)
DRAGS = np.array([15.0, 15.0, 20.0, 25.0, 35.0, 50.0])
WILLANS, HEATING = 0.4, 42.5e6  # share of the heat that turns the crankshaft, less its drag; heat of gasoline in J/kg
FUEL = LookupTable(
    SPEEDS,
    TORQUES,
    np.maximum(TORQUES + DRAGS[:, np.newaxis], 0.0) * SPEEDS[:, np.newaxis] * np.pi / 30.0 / (WILLANS * HEATING),
    units=("rpm", "N.m", "kg/s"),
)


def crank_torque(p, w, throttle):
    """The torque of a map with drag that fades below `w_slow`: it opposes the motion, so an engine that is not driven comes to a standstill."""
    mapped = p.torque_map(w, throttle)
    return maximum(mapped, 0.0) + minimum(mapped, 0.0) * limited("standing", w / p.w_slow, -1.0, 1.0)


class CombustionEngine(JointLoad):
    """Drives a revolute joint, that of the crankshaft, with the torque of a map over speed and throttle.

    Torque of the map below zero is drag: it opposes the motion, and fades below w_slow. A governor opens the throttle below w_idle, and opens it
    fully where the crankshaft is slower by w_band. A limiter closes the throttle above w_max, and closes it fully where the crankshaft is faster
    by w_band. A stalled engine has the torque that the map gives at standstill. The inertia of the crankshaft is that of the body on the joint.

    `fuel_map` gives the fuel that it burns, over speed and torque; by default the Willans line of a gasoline engine (Guzzella and Onder,
    Introduction to modeling and control of internal combustion engine systems, 2010, chapter 2).
    """

    attachments = {"joint": Revolute}
    torque_map = TableParameter(("rad/s", "1"), "N.m", "torque over speed and throttle, drag where the throttle is closed", TORQUE)
    fuel_map = TableParameter(("rad/s", "N.m"), "kg/s", "fuel burnt over speed and torque", FUEL)
    w_idle = Parameter("rad/s", "speed below which the governor opens the throttle", 90.0, min=0.0)
    w_max = Parameter("rad/s", "speed above which the limiter closes the throttle", 650.0, min=0.0, exclusive_min=True)
    w_band = Parameter("rad/s", "range of speed over which governor and limiter act fully", 20.0, min=0.0, exclusive_min=True)
    w_slow = Parameter("rad/s", "speed below which drag fades", 5.0, min=0.0, exclusive_min=True)
    burnt_start = Parameter("kg", "fuel burnt before the start", 0.0, start=True)
    throttle = Input("1", "position of the throttle, 0 to 1")
    w = Output("rad/s", "speed of the crankshaft")
    torque = Output("N.m", "torque on the crankshaft")
    P = Output("W", "power on the crankshaft")
    fuel_rate = Output("kg/s", "fuel that it burns")
    fuel = Output("kg", "fuel burnt since the start")
    burnt = State("kg", "fuel burnt since the start", nominal=0.1)

    check_messages = ("{w_max} must be above {w_idle}", "the values of fuel_map must not be below 0")

    @staticmethod
    def checks(p):
        return np.array([p.w_max - p.w_idle, p.fuel_map.values.min() + 1e-12])

    @staticmethod
    def tau(p, u, w):
        """The torque on the crankshaft."""
        governor = limited("idle", (p.w_idle - w) / p.w_band, 0.0, 1.0)
        limiter = limited("fast", 1.0 - (w - p.w_max) / p.w_band, 0.0, 1.0)
        throttle = limited("throttle", u.throttle, 0.0, 1.0)
        wanted = switch("governed", governor - throttle, governor, throttle)
        return crank_torque(p, w, limiter * wanted)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([CombustionEngine.tau(p, u, v[0])])

    @staticmethod
    def outputs(p, u, t, q, v):
        tau = CombustionEngine.tau(p, u, v[0])
        return {"w": v[0], "torque": tau, "P": tau * v[0], "fuel_rate": p.fuel_map(v[0], tau), "fuel": u.burnt}

    @staticmethod
    def rates(p, u, t, q, v):
        return {"burnt": p.fuel_map(v[0], CombustionEngine.tau(p, u, v[0]))}
