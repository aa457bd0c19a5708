"""A step of the implicit Euler method in start values, which from long steps on is one of Newton's method for an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .closed_response import Closed
from .coupled_response import CoupledResponse

NOISE = 1e-5  # 1/s, relative: what differences leave of rates that nothing drives
REST = 1e-9  # relative to the size of the numbers: what may be off in equilibrium
CLOSE = 1e-5  # relative: changes that are taken, and may be left, where numbers of FMUs are known to no more, as forces that look ahead
RIGHT = 0.5  # of what was off: a step that leaves more was too long


@dataclass(frozen=True)
class EulerStep:
    """A step of `length` [s] from where the FMUs are `closed`, by one iteration of Newton's method; inputs follow.

    Changes of which rates tell less than `told`, relative, are left out: neutral motions, and what is not known of derivatives by differences.
    """

    closed: Closed
    length: float
    told: float

    @cached_property
    def change(self) -> np.ndarray:
        """The change of z."""
        closing = self.closed.closing @ self.closed.found.gap
        off = self._weights * (self._slopes @ closing - self.closed.found.rates)
        by_ways = self._weights[:, None] * (self._slopes @ self.closed.ways)
        return closing - self.closed.ways @ np.linalg.lstsq(by_ways, off, rcond=self.told)[0]

    @cached_property
    def changes(self) -> float:
        """The largest relative change."""
        return largest(self.change / self.closed.size)

    @cached_property
    def left(self) -> np.ndarray:
        """What no change brings to zero, by state and connection."""
        rates = self._weights * (self._slopes @ self.change - self.closed.found.rates)
        gap = (self.closed.found.gap + self.closed.slopes.gap @ self.change) / self.closed.size[self.closed.fmus.inputs]
        return np.concatenate([rates, gap])

    @cached_property
    def off_at_start(self) -> float:
        """The largest of what is off where it starts."""
        return self._off(self.closed.found)

    @property
    def is_close(self) -> bool:
        """Whether hardly anything changes, and nothing is left."""
        return self.changes <= CLOSE and largest(self.left) <= REST

    def is_right(self, end: CoupledResponse) -> bool:
        """Whether what is off becomes so much less where it ends, or hardly anything changes."""
        return self.is_close or self._off(end) <= max(RIGHT * self.off_at_start, REST)

    def rests_after(self, before: EulerStep) -> bool:
        """Whether nothing is off where it starts, and the step before has brought that no nearer; both are of Newton's method."""
        nears = self.changes < RIGHT * before.changes or self.off_at_start < RIGHT * before.off_at_start
        rests = self.is_close or max(self.off_at_start, largest(self.left)) <= REST
        return rests and not (nears and self.changes > REST)

    def _off(self, end: CoupledResponse) -> float:
        rates = (end.x - self.closed.found.x) / self.length - end.rates
        return largest(self._weights * (rates + self._slopes @ self.closed.closing @ end.gap))

    @cached_property
    def _slopes(self) -> np.ndarray:
        return self.closed.slopes.x / self.length - self.closed.slopes.rates

    @cached_property
    def _weights(self) -> np.ndarray:
        """They make rates alike: of states that follow the step, and of those that others drive in less time.

        A state that nothing changes, but several start values place, as the energy at the start, has none: it is what they make it.
        """
        slopes = self.closed.slopes
        driven = np.abs(slopes.rates @ self.closed.ways).max(axis=1, initial=NOISE)
        constant = (self.closed.found.rates == 0.0) & ~slopes.rates.any(axis=1)
        made = np.count_nonzero(slopes.x, axis=1) > 1
        return np.where(constant & made, 0.0, 1.0 / (self.closed.state_size / self.length + driven))


def largest(numbers: np.ndarray) -> float:
    """The largest amount."""
    return float(np.abs(numbers).max(initial=0.0))
