"""Communication points without accumulated drift."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, inf
from typing import NamedTuple

NEARLY_WHOLE = 1e-9  # an experiment this close to a whole number of steps (in steps) has just that many


MOST_POINTS = 10_000_000  # of communication or of output; a run that asks for more than this is a slip of the pen


class CommunicationStep(NamedTuple):
    """A communication step: from `start`, of length `size`, to `end` [s]."""

    start: float
    size: float
    end: float


def timeline(start: float, stop: float, step_size: float) -> list[CommunicationStep]:
    """Return the steps from `start` to exactly `stop` [s], all of `step_size` but perhaps a shorter last one."""
    ratio = (stop - start) / step_size
    whole = abs(ratio - round(ratio)) < NEARLY_WHOLE and round(ratio) > 0
    count = round(ratio) if whole else ceil(ratio)
    points = [*(start + i * step_size for i in range(count)), stop]
    sizes = [step_size] * (count - 1) + [step_size if whole else stop - points[-2]]
    return [CommunicationStep(*step) for step in zip(points, sizes, points[1:])]


def divided(steps: Sequence[CommunicationStep], times: Iterable[float]) -> list[CommunicationStep]:
    """Return the same steps, each divided at those of the ascending `times` [s] that lie within it."""
    points = [*(step.start for step in steps), steps[-1].end]
    times = [time for time in times if points[0] < time < points[-1]]
    if not times:
        return [*steps]
    inner: dict[int, list[float]] = {}
    for time in times:
        if points[i := bisect_right(points, time) - 1] != time:
            inner.setdefault(i, []).append(time)
    found: list[CommunicationStep] = []
    for i, step in enumerate(steps):
        ends = [step.start, *inner.get(i, ()), step.end]
        found += [CommunicationStep(a, b - a, b) for a, b in pairwise(ends)] if i in inner else [step]
    return found


def size_problem(duration: float, step_size: float, called: str) -> str | None:
    """Say what forbids a run of `duration` by steps of `step_size` [s], `called` so by the user, or None."""
    if not (0 < duration < inf and 0 < step_size < inf) or duration / step_size <= MOST_POINTS:
        return None
    return (
        f"{called} = {step_size} s makes {duration / step_size:.3g} points in {duration} s, more than {MOST_POINTS:,};"
        f" choose at least {duration / MOST_POINTS:.3g} s, or a shorter run"
    )
