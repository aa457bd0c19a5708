"""A tank behind a valve, filled while a Boolean says so: all types that equations know, with a closed form."""

from __future__ import annotations

import numpy as np

from mbfmu import Block, Boolean, Enumeration, Input, Integer, Output, Parameter, State, switch, where

VALVE = Enumeration("Valve", {"closed": "no flow", "throttled": "three tenths of the flow", "open": "all of the flow"})
SHARE = {"closed": 0.0, "throttled": 0.3, "open": 1.0}
FULL = 0.5


class Tank(Block):
    """A tank that is filled towards the level of its supply."""

    T = Parameter("s", "time constant of one pipe", 1.0, min=0.0, exclusive_min=True)
    pipes = Parameter("1", "how many pipes there are", 2, min=1, max=9, type=Integer())
    inverted = Parameter("1", "whether y counts from above", False, type=Boolean())
    level_start = Parameter("1", "level at the start", 0.0, start=True)
    supply = Input("1", "level of the supply", start=1.0)
    enabled = Input("1", "whether the pump runs", start=True, type=Boolean())
    valve = Input("1", "position of the valve", start="open", type=VALVE)
    y = Output("1", "level")
    stage = Output("1", "the valve at work, closed without the pump", type=VALVE)
    running = Output("1", "how many pipes are at work", type=Integer())
    level = State("1", "level")

    step_size = 0.1

    @staticmethod
    def respond(p, u, t, x):
        share = VALVE.select(u.valve, **SHARE)
        rate = where(u.enabled, share * p.pipes * (u.supply - x.level) / p.T, 0.0)
        return {"level": rate}, {
            "y": where(p.inverted, 1.0 - x.level, x.level),
            "stage": where(u.enabled, u.valve, VALVE["closed"]),
            "running": where(u.enabled, p.pipes, 0.0),
        }


class WatchedTank(Tank):
    """A tank that tells when it is full."""

    full = Output("1", "whether the level is above a half", type=Boolean())

    @staticmethod
    def respond(p, u, t, x):
        rates, outputs = Tank.respond(p, u, t, x)
        return rates, outputs | {"full": switch("full", x.level - FULL, 1.0, 0.0)}


def filled(rates: np.ndarray, times: np.ndarray) -> np.ndarray:
    """The level at `times` [s] with a supply of 1, from empty, where rates[i] [1/s] is that from times[i] on: 1 - exp(-integral of the rate)."""
    return 1.0 - np.exp(-np.concatenate([[0.0], np.cumsum(rates[:-1] * np.diff(times))]))
