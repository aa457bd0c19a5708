"""Communication points without accumulated drift."""

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


def size_problem(duration: float, step_size: float, called: str) -> str | None:
    """Say what forbids a run of `duration` by steps of `step_size` [s], `called` so by the user, or None."""
    if not (0 < duration < inf and 0 < step_size < inf) or duration / step_size <= MOST_POINTS:
        return None
    return (
        f"{called} = {step_size} s makes {duration / step_size:.3g} points in {duration} s, more than {MOST_POINTS:,};"
        f" choose at least {duration / MOST_POINTS:.3g} s, or a shorter run"
    )
