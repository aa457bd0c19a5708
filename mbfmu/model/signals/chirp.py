"""A sine whose frequency grows."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin

from .signal import Signal, part_of_period


@dataclass(frozen=True)
class Chirp(Signal):
    """A sine of `amplitude` whose frequency [Hz] goes linearly from `first` to `last` in `duration` [s]; zero before `at` [s] and afterwards.

    Its phase at `at` is zero: amplitude sin(2 pi (first s + (last - first) s^2 / (2 duration))), s = t - at.
    """

    amplitude: float
    first: float
    last: float
    duration: float
    at: float = 0.0
    positive = ("duration",)

    @property
    def longest(self) -> float:  # type: ignore[override]
        """See Signal."""
        return part_of_period(max(abs(self.first), abs(self.last)))

    def __call__(self, t):
        s = t - self.at
        if not (s >= 0.0 and t < self.at + self.duration):
            return 0.0
        return self.amplitude * sin(2 * pi * (self.first + (self.last - self.first) * s / (2 * self.duration)) * s)

    def breaks(self, start, stop):
        return [t for t in (self.at, self.at + self.duration) if start < t <= stop]
