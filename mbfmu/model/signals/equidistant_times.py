"""Times that lie `interval` apart, the same floating-point numbers wherever they are asked for."""

from __future__ import annotations

from math import floor

from ...base.errors import MbfmuError

MOST = 1_000_000  # times


def last_before(t: float, first: float, interval: float) -> int:
    """The number k of the last time first + k interval that is not after t."""
    k = floor((t - first) / interval)
    k += int(first + (k + 1) * interval <= t)  # which rounding may have missed
    return k - int(first + k * interval > t)


def times_between(start: float, stop: float, first: float, interval: float) -> list[float]:
    """Those after `start`, up to `stop`; MbfmuError where they are too many to stop at."""
    if not (count := (stop - start) / interval) <= MOST:
        advice = "give a longer interval, or a shorter run"
        raise MbfmuError(f"a signal with a jump or bend every {interval:g} s has {count:.3g} of them up to {stop:g} s; {MOST:,} may be: {advice}")
    return [first + k * interval for k in range(last_before(start, first, interval) + 1, last_before(stop, first, interval) + 1)]
