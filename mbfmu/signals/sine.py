"""A sine."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi, sin

from .signal import Signal


@dataclass(frozen=True)
class Sine(Signal):
    """amplitude sin(2 pi frequency t + phase), with the `frequency` in Hz and the `phase` in rad."""

    amplitude: float
    frequency: float
    phase: float = 0.0

    def __call__(self, t):
        return self.amplitude * sin(2 * pi * self.frequency * t + self.phase)

    def breaks(self, start, stop):
        return []
