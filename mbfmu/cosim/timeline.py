"""Communication points without accumulated drift."""

from math import ceil
from typing import NamedTuple

NEARLY_WHOLE = 1e-9  # an experiment this close to a whole number of steps (in steps) has just that many


class Step(NamedTuple):
    """A communication step: from `start`, of length `size`, to `end` [s]."""

    start: float
    size: float
    end: float


def timeline(start: float, stop: float, step_size: float) -> list[Step]:
    """Return the steps from `start` to exactly `stop` [s], all of `step_size` but perhaps a shorter last one."""
    ratio = (stop - start) / step_size
    whole = abs(ratio - round(ratio)) < NEARLY_WHOLE and round(ratio) > 0
    count = round(ratio) if whole else ceil(ratio)
    points = [*(start + i * step_size for i in range(count)), stop]
    sizes = [step_size] * (count - 1) + [step_size if whole else stop - points[-2]]
    return [Step(*step) for step in zip(points, sizes, points[1:])]
