"""Communication points without accumulated drift."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import NamedTuple

import numpy as np

NEARLY_WHOLE = 1e-9  # an experiment this close to a whole number of steps (in steps) has just that many
BLOCK = 2**16  # steps that are made at once, 2 MB
MOST_POINTS = 10_000_000  # of communication or of output; a run that asks for more than this is a slip of the pen


class CommunicationStep(NamedTuple):
    """A communication step: from `start`, of length `size`, to `end` [s]."""

    start: float
    size: float
    end: float


STEPS = np.dtype([("start", float), ("size", float), ("end", float), ("recorded", np.int32)], align=True)
"""Communication steps side by side, as C has them; `recorded` says whether a row of the result belongs to the end."""


@dataclass(frozen=True)
class Timeline:
    """Communication points from `start` to exactly `stop` [s], `step_size` apart; the last step may be shorter. STEPS are made as they are needed."""

    start: float
    stop: float
    step_size: float

    @property
    def count(self) -> int:
        """How many steps there are."""
        ratio = (self.stop - self.start) / self.step_size
        return round(ratio) if self.fits else ceil(ratio)

    @property
    def fits(self) -> bool:
        """Whether all steps are equal."""
        ratio = (self.stop - self.start) / self.step_size
        return abs(ratio - round(ratio)) < NEARLY_WHOLE and round(ratio) > 0

    def steps(self, first: int, last: int) -> np.ndarray:
        """The STEPS from number `first` until before `last`; all are recorded."""
        points = self.start + np.arange(first, last + 1) * self.step_size
        steps = np.empty(last - first, STEPS)
        steps["start"], steps["end"], steps["size"], steps["recorded"] = points[:-1], points[1:], self.step_size, 1
        if first < last == self.count:
            steps["end"][-1] = self.stop
            if not self.fits:
                steps["size"][-1] = self.stop - steps["start"][-1]
        return steps

    def blocks(self, every: int = 1) -> Iterator[np.ndarray]:
        """All STEPS, BLOCK of them at a time; every n-th is recorded, and the last."""
        count = self.count
        for first in range(0, count, BLOCK):
            last = min(first + BLOCK, count)
            steps, numbers = self.steps(first, last), np.arange(first + 1, last + 1)
            steps["recorded"] = (numbers % every == 0) | (numbers == count)
            yield steps


def timeline(start: float, stop: float, step_size: float) -> np.ndarray:
    """All STEPS from one time to another [s]."""
    whole = Timeline(start, stop, step_size)
    return whole.steps(0, whole.count)


def divided(steps: np.ndarray, times: Sequence[float], recorded: bool = False) -> np.ndarray:
    """Return the same STEPS, each divided at those of the ascending `times` [s] that lie within it, which are `recorded` if that is wanted."""
    inside = times[bisect_right(times, steps["start"][0]) : bisect_left(times, steps["end"][-1])] if len(steps) else ()
    if not len(inside):
        return steps
    starts = np.unique(np.append(steps["start"], inside))
    of = np.searchsorted(steps["start"], starts, side="right") - 1
    found = steps[of]
    found["start"], found["end"] = starts, np.append(starts[1:], steps["end"][-1])
    parts = np.bincount(of)[of] > 1
    found["size"][parts] = (found["end"] - found["start"])[parts]
    if not recorded:
        found["recorded"] &= np.append(of[1:] != of[:-1], True)
    return found


def size_problem(duration: float, step_size: float, called: str) -> str | None:
    """Say what forbids a run of `duration` by steps of `step_size` [s], `called` so by the user, or None."""
    if not (0 < duration < inf and 0 < step_size < inf) or duration / step_size <= MOST_POINTS:
        return None
    return (
        f"{called} = {step_size} s makes {duration / step_size:.3g} points in {duration} s, more than {MOST_POINTS:,};"
        f" choose at least {duration / MOST_POINTS:.3g} s, or a shorter run"
    )
