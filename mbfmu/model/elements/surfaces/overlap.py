"""Where two faces that lie upon each other overlap: the parallelogram with the same area and the same moments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.scalars import maximum, minimum, where

PARALLEL = 1e-7  # rad: edges that are nearer to parallel cross as if they were not
NOTHING = 1e-6  # of the square: less overlap has no middle
THIN = 1e-12  # of it: keeps slopes of its width finite
CORNERS = 3.0**0.5  # from the deviations of a parallelogram to its corners


@dataclass(frozen=True)
class Overlap:
    """Area, first (2,) and second moments (2, 2), and the parts (from, to) of four edges that border it."""

    area: Any
    first: np.ndarray
    second: np.ndarray
    edges: list[tuple[Any, Any]]


def overlap(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> Overlap:
    """What the square |x| <= 1, |y| <= 1 has in common with the parallelogram c + s a + t b.

    Its edges are t = -1, s = 1, t = 1 and s = -1, along a, b, -a and -b.

    By Green's theorem, along the edges of each that lie in the other. Both take the points where their edges cross from the same numbers, so edges
    that lie upon each other count once.
    """
    edges = [(c - b, a, a, b), (c + a, b, b, -a), (c + b, -a, a, b), (c - a, -b, b, -a)]
    crossings = [(middle, along, [_crossing(middle, along, axis, side) for axis in (0, 1) for side in (-1.0, 1.0)]) for middle, along, *_ in edges]
    turned = where(a[0] * b[1] - a[1] * b[0] > 0.0, 1.0, -1.0)
    within = [_part_within([(at, rising) for at, rising, _ in of]) for *_, of in crossings]
    found = [_moments(middle, along, part, turned) for (middle, along, _), part in zip(crossings, within)]
    for k, (axis, side) in enumerate((axis, side) for axis in (0, 1) for side in (-1.0, 1.0)):
        middle, along = np.zeros(2), np.zeros(2)
        middle[axis], along[1 - axis] = side, 1.0
        of = [(where_there, -rising * turned * _left(axis, side)) for _, rising, where_there in (crossing[k] for *_, crossing in crossings)]
        found.append(_moments(middle, along, _part_within(of), _left(axis, side)))
    area, first, second = (sum(part) for part in zip(*found))
    return Overlap(area, first, second, within)


def corners(of: Overlap, along: np.ndarray) -> list[np.ndarray]:
    """The corners (2,) of the parallelogram of the same moments; its edges run along the axes of coordinates `along` (2, 2) @ (x, y) if possible."""
    area = maximum(of.area, NOTHING)
    middle = of.first / area
    spread = along @ (of.second / area - np.outer(middle, middle)) @ along.T
    x = maximum(spread[0, 0], THIN * THIN) ** 0.5
    xy = spread[0, 1] / x
    y = maximum(spread[1, 1] - xy * xy, THIN * THIN) ** 0.5
    back = np.array([[along[1, 1], -along[0, 1]], [-along[1, 0], along[0, 0]]]) / (along[0, 0] * along[1, 1] - along[0, 1] * along[1, 0])
    return [middle + CORNERS * (back @ np.array([s * x, s * xy + t * y])) for s in (-1.0, 1.0) for t in (-1.0, 1.0)]


def _left(axis: int, side: float) -> float:
    """Whether the square is on the left of its edge where one goes along the axis."""
    return side if axis == 0 else -side


def _crossing(middle: np.ndarray, along: np.ndarray, axis: int, side: float) -> tuple[Any, Any, Any]:
    """Where the edge middle + t along of the parallelogram crosses an edge of the square.

    It gives t, 1 where it enters there as t grows and -1 where it leaves, and the place on the edge of the square.
    """
    steep = where(along[axis] < 0.0, minimum(along[axis], -PARALLEL), maximum(along[axis], PARALLEL))
    at = (side - middle[axis]) / steep
    return at, where(along[axis] < 0.0, side, -side), middle[1 - axis] + at * along[1 - axis]


def _part_within(crossings: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """The part of an edge from where it enters the other shape to where it leaves that.

    Edges that are nearly parallel cross far away: there a part of no length would have slopes of nothing but roundoff, so no part is beyond the edge.
    """
    first, last = -1.0, 1.0
    for at, entering in crossings:
        first, last = where(entering > 0.0, maximum(first, at), first), where(entering > 0.0, last, minimum(last, at))
    first = minimum(first, 1.0)
    return first, maximum(first, last)


def _moments(middle: np.ndarray, along: np.ndarray, part: tuple[Any, Any], turned: Any) -> tuple[Any, np.ndarray, np.ndarray]:
    """What a part of an edge adds to the moments."""
    p, q = middle + part[0] * along, middle + part[1] * along
    area = 0.5 * turned * (p[0] * q[1] - p[1] * q[0])
    both = p + q
    return area, area / 3.0 * both, area / 12.0 * (np.outer(both, both) + np.outer(p, p) + np.outer(q, q))
