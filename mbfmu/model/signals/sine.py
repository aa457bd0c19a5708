"""A sine."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin

from .signal import Signal, part_of_period


@dataclass(frozen=True)
class Sine(Signal):
    """amplitude sin(2 pi frequency t + phase), with the `frequency` in Hz and the `phase` in rad."""

    amplitude: float
    frequency: float
    phase: float = 0.0

    @property
    def longest(self) -> float:  # type: ignore[override]
        """See Signal."""
        return part_of_period(self.frequency)

    def __call__(self, t):
        return self.amplitude * sin(2 * pi * self.frequency * t + self.phase)

    def breaks(self, start, stop):
        return []

    def rate(self):
        return Sine(2 * pi * self.frequency * self.amplitude, self.frequency, self.phase + pi / 2)
