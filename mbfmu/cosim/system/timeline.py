"""Communication points without accumulated drift."""

from collections.abc import Iterable
from math import ceil, inf
from typing import NamedTuple

import numpy as np

NEARLY_WHOLE = 1e-9  # an experiment this close to a whole number of steps (in steps) has just that many
MOST_POINTS = 10_000_000  # of communication or of output; a run that asks for more than this is a slip of the pen


class CommunicationStep(NamedTuple):
    """A communication step: from `start`, of length `size`, to `end` [s]."""

    start: float
    size: float
    end: float


STEPS = np.dtype([("start", float), ("size", float), ("end", float), ("recorded", np.int32)], align=True)
"""Communication steps side by side, as C has them; `recorded` says whether a row of the result belongs to the end."""


def timeline(start: float, stop: float, step_size: float) -> np.ndarray:
    """Return the STEPS from `start` to exactly `stop` [s], all of `step_size` but perhaps a shorter last one; all are recorded."""
    ratio = (stop - start) / step_size
    whole = abs(ratio - round(ratio)) < NEARLY_WHOLE and round(ratio) > 0
    count = round(ratio) if whole else ceil(ratio)
    steps = np.empty(count, STEPS)
    steps["start"], steps["size"], steps["recorded"] = start + np.arange(count) * step_size, step_size, 1
    if count:
        steps["end"][:-1], steps["end"][-1] = steps["start"][1:], stop
        if not whole:
            steps["size"][-1] = stop - steps["start"][-1]
    return steps


def divided(steps: np.ndarray, times: Iterable[float]) -> np.ndarray:
    """Return the same STEPS, each divided at those of the ascending `times` [s] that lie within it."""
    inside = [time for time in times if len(steps) and steps["start"][0] < time < steps["end"][-1]]
    if not inside:
        return steps
    starts = np.unique(np.append(steps["start"], inside))
    of = np.searchsorted(steps["start"], starts, side="right") - 1
    found = steps[of]
    found["start"], found["end"] = starts, np.append(starts[1:], steps["end"][-1])
    parts = np.bincount(of)[of] > 1
    found["size"][parts] = (found["end"] - found["start"])[parts]
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
