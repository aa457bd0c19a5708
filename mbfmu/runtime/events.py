"""Where in a step a mode is first left: found between the ends too, so that a short contact is not stepped over.

The margin of a mode is its indicator, with the sign that makes it positive on the side the mode stands for. Along a step
margins are smooth, as the step was taken in one set of modes. A polynomial through samples of them tells where they are
least; there they are looked at again. Where it does not converge, each half of the step gets a polynomial of its own.
"""

from dataclasses import dataclass
from typing import Callable

import numpy as np
from numpy.polynomial.chebyshev import chebvander

NOISE = 1e-10  # of an indicator, in its own unit: a mode is left only beyond it, or a state that comes to rest would switch for ever
DEGREE = 6  # two more than dense outputs have
NODES = 0.5 - 0.5 * np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE)
GRID = np.linspace(0.0, 1.0, 65)
COEFFICIENTS = np.linalg.inv(chebvander(2 * NODES - 1, DEGREE))
ON_GRID = chebvander(2 * GRID - 1, DEGREE) @ COEFFICIENTS  # samples -> the polynomial on GRID
LAST = COEFFICIENTS[-2:]  # samples -> the two coefficients that show whether the polynomial has converged
CONVERGED = 1e-3  # of the spread of the samples
NEAR = 1e-2  # of the spread of the samples: how close to 0 the polynomial comes where margins are looked at again
SHORTEST = 1 / 128  # of a step, to be sampled on its own
AT_ONCE = 16  # times the smallest part of a step that time can tell: what happens within that happens at the step's start


@dataclass(frozen=True)
class Event:
    """Just behind the first point of a step where a mode is left: `place` is a part of the step.

    `halfway` are the margins (modes,) halfway from the step's start, zero where time can hardly tell the event from the start.
    """

    place: float
    halfway: np.ndarray


def first_event(margins: Callable[[float], np.ndarray], start: float, size: float) -> Event | None:
    """The first event in a step of `size` from time `start` [s], of which `margins` are a function of the part; None where none is."""
    smallest = 2 * np.finfo(float).eps * max(1.0, abs(start) / size)
    place = first_left(margins, smallest)
    if place is None:
        return None
    return Event(place, margins(0.5 * place) * (place > AT_ONCE * smallest))


def first_left(margins: Callable[[float], np.ndarray], smallest: float, low: float = 0.0, high: float = 1.0) -> float | None:
    """Just behind the first point in (low, high] where one of `margins` is below -NOISE; None where none ever is.

    Points are parts of a step, told apart down to `smallest`; at `low` no mode is left. Source: L. N. Trefethen,
    Approximation Theory and Approximation Practice, 2013, chapters 3 and 18.
    """
    points = low + (high - low) * NODES
    sampled = np.array([margins(point) for point in points])
    spread = np.ptp(sampled, axis=0)
    if high - low > SHORTEST and (np.abs(LAST @ sampled) > CONVERGED * spread + NOISE).any():
        middle = 0.5 * (low + high)
        first = first_left(margins, smallest, low, middle)
        return first_left(margins, smallest, middle, high) if first is None else first
    if (sampled.min(axis=0) > spread).all():  # no such polynomial leaves its samples by as much as their spread
        return None
    behind = points[1:][(sampled[1:] < -NOISE).any(axis=1)]
    stays = low
    for point in sorted((*(low + (high - low) * _lowest(sampled, spread)), *behind)):
        if (margins(point) < -NOISE).any():
            return _bisected(margins, stays, point, smallest)
        stays = point
    return None


def _lowest(sampled: np.ndarray, spread: np.ndarray) -> np.ndarray:
    """Where on 0 to 1 the polynomials through the samples (nodes x modes) have minima close to 0 or below."""
    values = ON_GRID @ sampled
    before, here, after = values[:-2], values[1:-1], values[2:]
    slope, curvature = 0.5 * (after - before), after - 2 * here + before
    offset = -slope / np.where(curvature > 0, curvature, np.inf)
    minimum = here + 0.5 * slope * offset
    found = (curvature > 0) & (np.abs(offset) <= 1) & (minimum < NEAR * spread - NOISE)
    return (GRID[1:-1, None] + offset * GRID[1])[found]


def _bisected(margins: Callable[[float], np.ndarray], stays: float, leaves: float, smallest: float) -> float:
    """The first point behind a crossing between `stays` and `leaves`."""
    while leaves - stays > smallest:
        middle = 0.5 * (stays + leaves)
        stays, leaves = (stays, middle) if (margins(middle) < -NOISE).any() else (middle, leaves)
    return leaves
