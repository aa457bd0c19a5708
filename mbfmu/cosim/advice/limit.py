"""The largest communication step with which a coupling is as stable as the equations that it couples."""

from __future__ import annotations

import numpy as np

from ..masters.faults import NotClosed
from .linear_coupling import LinearCoupling

SPAN = 2.0**20  # the smallest and the largest step that are looked at, relative to one that was asked for
CLOSE = 5e-3  # relative: how exactly the limit is found
FASTER = 1.2  # than the equations themselves may what is coupled grow, where they do
TOLERATED = 1e-6  # growth in a step that is roundoff, or a motion that nothing damps
GROWN = 10.0  # e-foldings of a motion that grows by itself, behind which nothing is small any more


def time_near_start(duration: float, rate: float) -> float:
    """The time [s] of an experiment during which motion that grows by `rate` [1/s], if that is positive, stays near the start."""
    return min(duration, GROWN / rate) if rate > 0 else duration


def growth(coupling: LinearCoupling, size: float) -> float:
    """The largest factor by which anything grows in a step of `size` [s], infinite where the master finds no values behind it."""
    try:
        with np.errstate(all="ignore"):  # over a long step, an FMU that is unstable by itself comes near the largest numbers there are
            matrix = coupling.matrix(size)
    except NotClosed:
        return np.inf
    if not matrix.size:  # nothing moves
        return 0.0
    return float(np.abs(np.linalg.eigvals(matrix)).max(initial=0.0)) if np.isfinite(matrix).all() else np.inf


def is_stable(coupling: LinearCoupling, size: float, exact_rate: float) -> bool:
    """Whether nothing grows noticeably faster than by `exact_rate` [1/s], with which the equations themselves may grow."""
    return growth(coupling, size) <= np.exp(FASTER * max(exact_rate, 0.0) * size) + TOLERATED


def largest_stable_step(coupling: LinearCoupling, asked: float, longest: float, exact_rate: float) -> float:
    """The largest stable step [s], from `asked` on: longer steps are looked at while they are stable, else shorter ones until one is.

    0 if none is, `longest` if all are.
    """
    below = above = min(asked, longest)
    if is_stable(coupling, asked, exact_rate):
        while above < longest and is_stable(coupling, min(2 * below, longest), exact_rate):
            below = above = min(2 * below, longest)
        above = min(2 * below, longest)
    else:
        while not is_stable(coupling, below := above / 2, exact_rate):
            if (above := below) < asked / SPAN:
                return 0.0
    while above > (1.0 + CLOSE) * below:
        middle = float(np.sqrt(below * above))
        below, above = (middle, above) if is_stable(coupling, middle, exact_rate) else (below, middle)
    return below
