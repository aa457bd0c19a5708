"""Brake: friction that holds a wheel back with a given torque."""

import numpy as np

from ...model.declarations import Input, Output, Parameter, State
from ...scalars import where
from ..joints.revolute import Revolute
from .base import JointLoad


class Brake(JointLoad):
    """Holds back a revolute joint with at most the input torque. A joint that stands is held elastically: it does not creep.

    The lining gives way by the angle z, at most by z_max, as in Dahl (1968), A solid friction model, Aerospace Corporation TOR-0158(3107-18)-1.
    The torque is torque z / z_max, with z_dot = g (1 - sgn(w) z / z_max). There g is the speed w, and w / (1 + |w| / w_slow) while z grows with
    w, so that z is not faster than it must be where the joint turns fast.
    """

    attachments = {"joint": Revolute}
    z_max = Parameter("rad", "angle by which the lining gives way before it slides", 0.01, min=0.0, exclusive_min=True)
    w_slow = Parameter("rad/s", "speed above which the lining gives way more slowly than the joint turns", 3.0, min=0.0, exclusive_min=True)
    z_start = Parameter("rad", "angle by which the lining has given way at the start", 0.0, start=True)
    torque = Input("N.m", "torque with which the brake holds back a joint that turns, not negative")
    tau = Output("N.m", "torque of the brake on the joint")
    z = State("rad", "angle by which the lining has given way", nominal=0.01)

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([-u.torque * u.z / p.z_max])

    @staticmethod
    def rates(p, u, t, q, v):
        w = v[0]
        g = where(w * u.z < 0.0, w, w / (1.0 + abs(w) / p.w_slow))
        return {"z": g - abs(g) * u.z / p.z_max}

    @staticmethod
    def energy(p, u, t, q, v):
        return 0.5 * u.torque * u.z * u.z / p.z_max

    @staticmethod
    def dissipation(p, u, t, q, v):
        return u.torque * u.z / p.z_max * (v[0] - Brake.rates(p, u, t, q, v)["z"])

    @staticmethod
    def outputs(p, u, t, q, v):
        return {"tau": -u.torque * u.z / p.z_max}
