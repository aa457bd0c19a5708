"""Frequency weightings of ISO 2631-1 for vibration that people feel, by their transfer functions."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi, sqrt

import numpy as np
from numpy.typing import ArrayLike

RUNNING = 1.0  # s: over which MTVV takes its running means


@dataclass(frozen=True)
class Weighting:
    """A frequency weighting: corners [Hz] and quality factors of high pass, low pass, transition from acceleration to velocity, and upward step.

    Source: ISO 2631-1:1997, annex A, table A.1.
    """

    f_1: float
    f_2: float
    f_3: float
    f_4: float
    Q_4: float
    f_5: float = inf
    Q_5: float = 1.0
    f_6: float = inf
    Q_6: float = 1.0

    def response(self, frequencies: ArrayLike) -> np.ndarray:
        """Its complex response at frequencies [Hz], 0 at 0 Hz."""
        s = 2j * pi * np.asarray(frequencies, float)
        w_1, w_2, w_3, w_4, w_5, w_6 = (2.0 * pi * f for f in (self.f_1, self.f_2, self.f_3, self.f_4, self.f_5, self.f_6))
        high = s**2 / (s**2 + sqrt(2.0) * w_1 * s + w_1**2)
        low = 1.0 / (1.0 + sqrt(2.0) * s / w_2 + (s / w_2) ** 2)
        transition = (1.0 + s / w_3) / (1.0 + s / (self.Q_4 * w_4) + (s / w_4) ** 2)
        if self.f_5 == inf:
            return high * low * transition
        step = (1.0 + s / (self.Q_5 * w_5) + (s / w_5) ** 2) / (1.0 + s / (self.Q_6 * w_6) + (s / w_6) ** 2) * (w_5 / w_6) ** 2
        return high * low * transition * step

    def applied(self, signal: np.ndarray, step: float) -> np.ndarray:
        """A signal sampled every `step` [s], weighted; it is at rest before its beginning."""
        count = 2 * len(signal)
        spectrum = np.fft.rfft(signal, count) * self.response(np.fft.rfftfreq(count, step))
        return np.fft.irfft(spectrum, count)[: len(signal)]


WEIGHTINGS = {
    "k": Weighting(f_1=0.4, f_2=100.0, f_3=12.5, f_4=12.5, Q_4=0.63, f_5=2.37, Q_5=0.91, f_6=3.35, Q_6=0.91),
    "d": Weighting(f_1=0.4, f_2=100.0, f_3=2.0, f_4=2.0, Q_4=0.63),
}
"""W_k for vertical vibration of a seat, W_d for horizontal."""


def running_rms(signal: np.ndarray, step: float) -> np.ndarray:
    """The root of the running mean of the squares over 1 s [as the signal], where a whole second lies behind."""
    count = round(RUNNING / step)
    squares = np.cumsum(np.r_[0.0, signal**2])
    return np.sqrt((squares[count:] - squares[:-count]) / count)
