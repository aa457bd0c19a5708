"""A step."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from .signal import Signal


@dataclass(frozen=True)
class Step(Signal):
    """Zero before the time `at` [s], `height` from then on."""

    at: float
    height: float
    held = True
    longest = inf

    def __call__(self, t):
        return self.height if t >= self.at else 0.0

    def breaks(self, start, stop):
        return [self.at] if start < self.at <= stop else []
