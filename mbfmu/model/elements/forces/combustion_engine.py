"""CombustionEngine: the torque of a combustion engine on its crankshaft."""

import numpy as np

from ....base.scalars import limited, maximum, minimum, switch
from ...declare.declarations import Input, Output, Parameter
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


def crank_torque(p, w, throttle):
    """The torque of a map with drag that fades below `w_slow`: it opposes the motion, so an engine that is not driven comes to a standstill."""
    mapped = p.torque_map(w, throttle)
    return maximum(mapped, 0.0) + minimum(mapped, 0.0) * limited("standing", w / p.w_slow, -1.0, 1.0)


class CombustionEngine(JointLoad):
    """Drives a revolute joint, that of the crankshaft, with the torque of a map over speed and throttle.

    Torque of the map below zero is drag: it opposes the motion, and fades below w_slow. A governor opens the throttle below w_idle, and opens it
    fully where the crankshaft is slower by w_band. A limiter closes the throttle above w_max, and closes it fully where the crankshaft is faster
    by w_band. A stalled engine has the torque that the map gives at standstill. The inertia of the crankshaft is that of the body on the joint.
    """

    attachments = {"joint": Revolute}
    torque_map = TableParameter(("rad/s", "1"), "N.m", "torque over speed and throttle, drag where the throttle is closed", TORQUE)
    w_idle = Parameter("rad/s", "speed below which the governor opens the throttle", 90.0, min=0.0)
    w_max = Parameter("rad/s", "speed above which the limiter closes the throttle", 650.0, min=0.0, exclusive_min=True)
    w_band = Parameter("rad/s", "range of speed over which governor and limiter act fully", 20.0, min=0.0, exclusive_min=True)
    w_slow = Parameter("rad/s", "speed below which drag fades", 5.0, min=0.0, exclusive_min=True)
    throttle = Input("1", "position of the throttle, 0 to 1")
    w = Output("rad/s", "speed of the crankshaft")
    torque = Output("N.m", "torque on the crankshaft")
    P = Output("W", "power on the crankshaft")

    check_messages = ("{w_max} must be above {w_idle}",)

    @staticmethod
    def checks(p):
        return np.array([p.w_max - p.w_idle])

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
        return {"w": v[0], "torque": tau, "P": tau * v[0]}
