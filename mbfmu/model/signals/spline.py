"""A smooth signal through points: a motion has no corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.errors import MbfmuError
from .signal import Signal

if TYPE_CHECKING:
    from scipy.interpolate import PPoly

NEARLY = 1e-9  # of the last time: as much behind it is rounding


@dataclass(frozen=True)
class Spline(Signal):
    """Cubic polynomials that join points with their first two rates, or such a rate of them; known between the first and the last point only."""

    polynomials: PPoly

    @property
    def longest(self) -> float:  # type: ignore[override]
        """See Signal."""
        return float(np.diff(self.polynomials.x).min())

    def __call__(self, t):
        first, last = self.polynomials.x[[0, -1]]
        near = NEARLY * max(abs(first), abs(last))
        if not first - near <= t <= last + near:
            raise MbfmuError(
                f"a motion through points is known from {first:g} s to {last:g} s, not at {t:.9g} s: give a stop_time within, or more points"
            )
        return float(self.polynomials(min(max(t, first), last)))

    def breaks(self, start, stop):
        return []

    def rate(self):
        return Spline(self.polynomials.derivative())


def spline(times: tuple[float, ...], values: tuple[float, ...]) -> Spline:
    """The spline through points, not-a-knot at its ends; MbfmuError for fewer than four points and where values jump."""
    from scipy.interpolate import CubicSpline

    if len(times) < 4 or not (np.diff(times) > 0).all():
        raise MbfmuError(f"a motion goes through at least four points whose times ascend, without jumps; these are {len(times)} points")
    return Spline(CubicSpline(times, values))
