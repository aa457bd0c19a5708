"""Abs: keeps the wheel of a braking vehicle from locking."""

from __future__ import annotations

import numpy as np

from ...base.scalars import maximum, minimum, where
from ..declare.declarations import Discrete, Input, Output, Parameter
from .base import Block


class Abs(Block):
    """The anti-lock braking system of one wheel: it is sampled, compares slip with two thresholds and modulates the torque of the brake.

    At each update, with the slip s = 1 - radius w / v of the wheel in a vehicle that moves with v: where the slip comes above slip_high within
    T_ahead, the torque falls by `fall` times the period, where it stays below slip_low the torque rises by `rise` times the period, in between it is
    held. It is never above the demand, nor below 0. Slower than v_min the torque is the demand, so that the vehicle comes to rest. Between updates
    the torque is held. It is made for driving forward.

    Slip in T_ahead follows from its change since the update before. That takes the place of the wheel's acceleration in controllers of cars: a wheel
    swings against the tread of its tire, the less damped the slower it rolls, and without that a delay of a few milliseconds makes it swing more.
    Slip answers torque the faster, the slower the vehicle is, so below v_full both rates are in proportion to v.
    Source: Savaresi & Tanelli (2010), Active Braking Control Systems Design for Vehicles, chapters 2 and 3.
    """

    period = Parameter("s", "time between updates", 5e-3, min=0.0, exclusive_min=True, start=True)
    offset = Parameter("s", "time from the start to the first update", 0.0, min=0.0, start=True)
    radius = Parameter("m", "radius on which the wheel rolls", 0.3, min=0.0, exclusive_min=True)
    slip_low = Parameter("1", "slip below which the torque rises", 0.1, min=0.0, max=1.0)
    slip_high = Parameter("1", "slip above which the torque falls", 0.15, min=0.0, max=1.0)
    rise = Parameter("N.m/s", "rate at which the torque rises", 5e3, min=0.0, exclusive_min=True)
    fall = Parameter("N.m/s", "rate at which the torque falls", 2e4, min=0.0, exclusive_min=True)
    T_ahead = Parameter("s", "time by which slip is seen ahead", 0.01, min=0.0)
    v_full = Parameter("m/s", "speed below which torque rises and falls more slowly, in proportion to speed", 15.0, min=0.0, exclusive_min=True)
    v_min = Parameter("m/s", "speed below which the torque is the demand", 1.0, min=0.0, exclusive_min=True)
    demand = Input("N.m", "torque of the brake that the driver asks for; below 0 there is none")
    w = Input("rad/s", "angular velocity of the wheel, forward")
    v = Input("m/s", "speed of the vehicle, forward")
    torque = Output("N.m", "torque for the brake")
    slip = Output("1", "slip of the wheel at the last update, 0 below v_min")
    torque_state = Discrete("N.m", "torque for the brake")
    slip_state = Discrete("1", "slip of the wheel")

    check_messages = ("{slip_low} must be < {slip_high} (thresholds of slip)",)

    @staticmethod
    def checks(p):
        return np.array([p.slip_high - p.slip_low])

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"torque": r.torque_state, "slip": r.slip_state}

    @staticmethod
    def update(p, u, t, x, r):
        slip = where(u.v > p.v_min, 1.0 - p.radius * u.w / maximum(u.v, p.v_min), 0.0)
        ahead = slip + p.T_ahead / p.period * (slip - r.slip_state)
        rate = where(ahead > p.slip_high, -p.fall, where(ahead < p.slip_low, p.rise, 0.0))
        demand = maximum(u.demand, 0.0)
        modulated = minimum(maximum(r.torque_state + p.period * rate * minimum(u.v / p.v_full, 1.0), 0.0), demand)
        return {"torque_state": where(u.v > p.v_min, modulated, demand), "slip_state": slip}
