"""Two results compared: the largest difference of each signal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from ...model.signals.chosen_names import chosen


@dataclass(frozen=True)
class Difference:
    """The largest difference `b` - `a` of one signal, at which `time` [s], and relative to the range of both, 0 where nothing changes."""

    signal: str
    difference: float
    time: float
    relative: float


def differences(a: np.ndarray, b: np.ndarray, patterns: Sequence[str] | None = None) -> list[Difference]:
    """The largest difference of each signal that two results share, the largest relative to its range first.

    Results are structured arrays with "time" [s]. They are compared at all times of both that they share, with lines between rows. `patterns`
    choose signals, as "crane.*". Raises MbfmuError for results without a time, or that share no time or no signal, ProblemsFound for patterns
    that match nothing.
    """
    if any("time" not in (result.dtype.names or ()) for result in (a, b)):
        raise MbfmuError("results are compared over their column `time`, which one of them does not have")
    shared = [name for name in a.dtype.names or () if name in (b.dtype.names or ()) and name != "time"]
    if not shared:
        raise MbfmuError("the results share no signal, so there is nothing to compare")
    names = shared if patterns is None else chosen(shared, patterns)
    times = np.union1d(a["time"], b["time"])
    common = times[(times >= max(a["time"][0], b["time"][0])) & (times <= min(a["time"][-1], b["time"][-1]))]
    if not common.size:
        spans = [f"{result['time'][0]:g} s to {result['time'][-1]:g} s" for result in (a, b)]
        raise MbfmuError(f"the results share no time: the first is from {spans[0]}, the second from {spans[1]}")
    return sorted((_difference(common, a, b, name) for name in names), key=lambda found: -found.relative)


def _difference(times: np.ndarray, a: np.ndarray, b: np.ndarray, name: str) -> Difference:
    first, second = (np.interp(times, result["time"], np.asarray(result[name], float)) for result in (a, b))
    apart = np.subtract(second, first, out=np.zeros(len(first)), where=first != second)  # 0 between equal infinities
    apart[np.isnan(apart) & ~(np.isnan(first) & np.isnan(second))] = np.inf  # a value beside none
    worst = int(np.argmax(np.nan_to_num(np.abs(apart), nan=0.0, posinf=np.inf)))
    difference = 0.0 if np.isnan(apart[worst]) else float(apart[worst])
    both = np.concatenate([first, second])
    span = float(np.ptp(both[np.isfinite(both)])) if np.isfinite(both).any() else 0.0
    relative = abs(difference) / span if span else abs(difference)  # a span of 0: nothing changes, or a value stands beside none
    return Difference(name, difference, float(times[worst]), relative)
