"""The times at which a run stops since signals jump or bend there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .signal import Signal

NEARLY = 1e-12  # times the latest time: breaks and rows that are no further apart are one, but for rounding


@dataclass(frozen=True)
class Stop:
    """A time [s] at which a run stops, for breaks that lie between `first` and `last` [s], which are one but for rounding."""

    time: float
    first: float
    last: float


def stops(signals: Iterable[Signal], rows: np.ndarray) -> list[Stop]:
    """The stops behind the first of the ascending times `rows` [s], up to the last; a stop near a row is there."""
    start, stop = float(rows[0]), float(rows[-1])
    near = NEARLY * max(abs(start), abs(stop))
    breaks = sorted(t for signal in signals for t in signal.breaks(start, stop + near))
    found: list[Stop] = []
    for t in breaks:
        if found and t - found[-1].last <= near:
            found[-1] = Stop(found[-1].time, found[-1].first, t)
            continue
        row = _nearest(rows, t)
        if abs(row - t) > near:
            found.append(Stop(t, t, t))
        elif row > start:
            found.append(Stop(row, t, t))
    return found


def _nearest(rows: np.ndarray, t: float) -> float:
    """That of the ascending rows which is nearest to t."""
    behind = min(int(np.searchsorted(rows, t)), len(rows) - 1)
    before, after = float(rows[max(behind - 1, 0)]), float(rows[behind])
    return before if t - before < after - t else after
