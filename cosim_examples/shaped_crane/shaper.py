"""ZvShaper: a sampled input shaper of two impulses, which leaves no vibration of one mode."""

import numpy as np

from mbfmu import Block, Discrete, Input, Output, Parameter

TAPS = 64  # of the delay: the set points remembered


class ZvShaper(Block):
    """Gives a set point in two steps, of which the second comes half a period of a mode later and cancels the vibration that the first excites.

    y = (u + K u(t - delay)) / (1 + K), with K = exp(-pi zeta / sqrt(1 - zeta^2)) of the damping ratio zeta and half of the damped period as `delay`;
    with K = 0 it lets set points pass. Source: Singer and Seering, J. Dyn. Sys., Meas., Control 112 (1990) 76-82.
    """

    period = Parameter("s", "time between updates: a share of 1 / TAPS of the delay", min=0.0, exclusive_min=True, start=True)
    offset = Parameter("s", "time from the start to the first update", 0.0, min=0.0, start=True)
    K = Parameter("1", "size of the second impulse relative to the first", min=0.0)
    y_start = Parameter("m", "y before the first update", 0.0, start=True)
    remembered_start = Parameter("m", "set points before the start, the latest first", [0.0] * TAPS, shape=TAPS, start=True)
    u = Input("m", "wanted stroke")
    y = Output("m", "shaped stroke")
    y_state = Discrete("m", "shaped stroke")
    remembered = Discrete("m", "set points at the last updates, the latest first", shape=TAPS)

    @staticmethod
    def respond(p, u, t, x, r):
        return {}, {"y": r.y_state}

    @staticmethod
    def update(p, u, t, x, r):
        return {
            "y_state": (u.u + p.K * r.remembered[TAPS - 1]) / (1.0 + p.K),
            "remembered": np.array([u.u, *r.remembered[: TAPS - 1]]),
        }
