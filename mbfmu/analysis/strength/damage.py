"""Damage by cycles of stress: Basquin's S-N curve, Goodman's mean stress, Miner's sum."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite

import numpy as np
from numpy.typing import ArrayLike

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from .cycles import Cycles, rainflow


@one_line
@dataclass(frozen=True)
class SNCurve:
    """Basquin's S-N curve of a material or a detail: without a mean stress, an amplitude S is borne N = cycles (amplitude / S)^exponent times.

    `amplitude` [Pa] is borne `cycles` times. `ultimate` [Pa] is the tensile strength, by which Goodman corrects for a tensile mean stress;
    infinite, by default, is no correction. There is no endurance limit: small amplitudes do damage too, which is on the safe side.
    Raises MbfmuError for numbers that are not positive.
    """

    amplitude: float
    exponent: float
    cycles: float = 2e6
    ultimate: float = inf

    def __post_init__(self) -> None:
        for name in ("amplitude", "exponent", "cycles", "ultimate"):
            value = getattr(self, name)
            if not value > 0.0 or (name != "ultimate" and not isfinite(value)):
                raise MbfmuError(f"SNCurve: {name} = {value!r} must be positive{'' if name == 'ultimate' else ' and finite'}")

    def amplitudes(self, cycles: Cycles) -> np.ndarray:
        """The amplitude (k,) [Pa] of each cycle that does the same damage without a mean stress; infinite where the mean reaches `ultimate`.

        S_a / (1 - S_m / ultimate) for a tensile mean S_m (Goodman, 1899); a compressive one changes nothing.
        """
        left = 1.0 - np.maximum(cycles.means, 0.0) / self.ultimate
        return np.divide(cycles.ranges / 2.0, left, out=np.full(len(left), inf), where=left > 0.0)

    def damages(self, cycles: Cycles) -> np.ndarray:
        """The part (k,) of the life that each counted cycle takes."""
        return cycles.counts / self.cycles * (self.amplitudes(cycles) / self.amplitude) ** self.exponent


@one_line
@dataclass(frozen=True, eq=False)
class Damage:
    """The `damage` that a history does, of which 1 is failure (Miner); the `amplitude` [Pa] that does it in as many cycles; and these cycles."""

    damage: float
    amplitude: float
    cycles: Cycles

    def life(self, duration: float) -> float:
        """The time [s] until failure, if the history of this duration [s] repeats."""
        return duration / self.damage if self.damage else inf


def damage(stress: ArrayLike, curve: SNCurve) -> Damage:
    """The damage that a history (k,) [Pa] of a stress does. Give a stress with its sign, such as a component: a von Mises stress has none, and
    shows a reversal as two halves.

    Raises MbfmuError as `rainflow` does. Source: Miner (1945), Cumulative damage in fatigue.
    """
    cycles = rainflow(stress)
    total, count = float(curve.damages(cycles).sum()), float(cycles.counts.sum())
    amplitude = curve.amplitude * (total * curve.cycles / count) ** (1.0 / curve.exponent) if count else 0.0
    return Damage(damage=total, amplitude=amplitude, cycles=cycles)
