"""Times that lie `interval` apart, the same floating-point numbers wherever they are asked for."""

from __future__ import annotations

from math import floor


def last_before(t: float, first: float, interval: float) -> int:
    """The number k of the last time first + k interval that is not after t."""
    k = floor((t - first) / interval)
    k += int(first + (k + 1) * interval <= t)  # which rounding may have missed
    return k - int(first + k * interval > t)


def times_between(start: float, stop: float, first: float, interval: float) -> list[float]:
    """Those after `start`, up to `stop`."""
    return [first + k * interval for k in range(last_before(start, first, interval) + 1, last_before(stop, first, interval) + 1)]
