"""Rectangular pulses."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ...base.errors import MbfmuError
from .equidistant_times import last_before, times_between
from .signal import Signal


@dataclass(frozen=True)
class Pulse(Signal):
    """`height` for `width` [s] at the beginning of every `period` [s], else zero. The first period begins at `at` [s]."""

    height: float
    period: float
    width: float
    at: float = 0.0
    held = True
    longest = inf
    positive = ("period", "width")

    def __post_init__(self):
        super().__post_init__()
        if not self.width < self.period:
            raise MbfmuError(f"Pulse: width = {self.width:g} s must be < period = {self.period:g} s")

    def __call__(self, t):
        k = last_before(t, self.at, self.period)
        return self.height if k >= 0 and t < self.at + k * self.period + self.width else 0.0

    def breaks(self, start, stop):
        begins = times_between(max(start, self.at - self.period) - self.period, stop, self.at, self.period)
        return sorted(t for begin in begins if begin >= self.at for t in (begin, begin + self.width) if start < t <= stop)
