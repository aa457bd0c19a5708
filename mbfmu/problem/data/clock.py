"""Clocks: updates at multiples of a period, counted and never summed, so that the time of each has no roundoff of those before it."""

from __future__ import annotations

import casadi as ca

NAMES = ("time of the first update", "updates done")  # what a clock holds in slot r


def start(t: ca.MX, offset: ca.MX | float) -> tuple[ca.MX, ca.MX]:
    """What a clock holds at the start time t [s], and the time of its first update, which is `offset` [s] later."""
    return ca.vertcat(t + offset, 0.0), t + offset


def tick(holds: ca.MX, period: ca.MX | float) -> tuple[ca.MX, ca.MX]:
    """What a clock holds behind an update, and the time of the next one; `period` is in s."""
    first, done = ca.vertsplit(holds)
    return ca.vertcat(first, done + 1.0), first + (done + 1.0) * period
