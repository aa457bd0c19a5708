"""Noise, the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from operator import index

from ...base.errors import MbfmuError
from .equidistant_times import last_before, times_between
from .signal import Signal

BITS = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15


@dataclass(frozen=True)
class Noise(Signal):
    """Random numbers between -`amplitude` and `amplitude`, all equally likely, a new one every `interval` [s] from time 0 on.

    Each is held until the next, or, if `linear`, joined to it by a line. Another `seed`, a whole number, gives other numbers. Integer
    arithmetic makes them, so they are the same on every machine: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    generators", OOPSLA 2014). Their standard deviation is amplitude / sqrt(3).
    """

    amplitude: float
    interval: float
    seed: int = 0
    linear: bool = False
    positive = ("interval",)
    longest = inf

    def __post_init__(self):
        super().__post_init__()
        try:
            object.__setattr__(self, "seed", index(self.seed))
        except TypeError:
            raise MbfmuError(f"Noise: seed = {self.seed!r} must be a whole number") from None

    @property
    def held(self) -> bool:  # type: ignore[override]  # of each its own
        """Whether each number is held until the next."""
        return not self.linear

    def __call__(self, t):
        k = last_before(t, 0.0, self.interval)
        if not self.linear:
            return self._sample(k)
        share = (t - k * self.interval) / self.interval
        return (1 - share) * self._sample(k) + share * self._sample(k + 1)

    def breaks(self, start, stop):
        return times_between(start, stop, 0.0, self.interval)

    def _sample(self, k: int) -> float:
        return self.amplitude * ((splitmix64(self.seed, k) >> 11) / 2**52 - 1.0)


def splitmix64(seed: int, k: int) -> int:
    """Number k, counted from 0, of the generator's 64 random bits each."""
    z = (seed + (k + 1) * GOLDEN) & BITS
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & BITS
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & BITS
    return z ^ (z >> 31)
