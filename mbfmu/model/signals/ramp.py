"""A ramp."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from .signal import Signal


@dataclass(frozen=True)
class Ramp(Signal):
    """Zero before the time `at` [s], then linear for `duration` [s] up to `height`, which it keeps."""

    at: float
    duration: float
    height: float
    positive = ("duration",)
    longest = inf

    def __call__(self, t):
        return self.height * min(max((t - self.at) / self.duration, 0.0), 1.0)

    def breaks(self, start, stop):
        return [t for t in (self.at, self.at + self.duration) if start < t <= stop]
