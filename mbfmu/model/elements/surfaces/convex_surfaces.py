"""Two convex surfaces: the point at which they are nearest to each other, or least deep in each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.convex import ConvexPair
from ....base.scalars import Record, norm, where
from ....base.spatial.rotations import cross
from .core import Core
from .points import looked_at_near, point

STEPS = 2  # of Newton's method, so that second derivatives of the normal and fourth ones of the gap are those of the solution
FLATTEST = 1e-30  # keeps steps finite where two corners touch


@dataclass(frozen=True)
class _Side:
    """One of two surfaces: its core, its place and axes in those of surface b, its feature, and on which side of the normal it is."""

    core: Core
    r: np.ndarray
    R: np.ndarray
    p: np.ndarray
    smooth: Any
    sign: float

    def point(self, n: np.ndarray) -> np.ndarray:
        """The point (3,) of the feature for the normal n (3,), without what edges add."""
        return self.r + self.R @ (self.p + self.smooth * self.core.smooth(self.sign * (self.R.T @ n)))

    def curvature(self, n: np.ndarray, T: np.ndarray) -> np.ndarray:
        """The derivative (2, 2) of the support along T (2, 3) by the direction."""
        return self.smooth * self.core.curvature(self.sign * (self.R.T @ n), T @ self.R)


def convex_on_convex(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    """The point of two convex surfaces, as `touching` gives it."""
    r, R = frame_b.R.T @ (frame_a.r - frame_b.r), frame_b.R.T @ frame_a.R
    core_a, core_b = a.kind.core(a), b.kind.core(b)
    pair = ConvexPair(core_a.kind, len(core_a.numbers), core_b.kind, len(core_b.numbers))
    n, p_a, p_b, own_1, own_2, owners = np.split(pair.touch(r, R, core_a.numbers, core_b.numbers), [3, 6, 9, 12, 15])
    smooth_b = where(owners[2] > 1.5, 1.0, 0.0)
    side_a = _Side(core_a, r, R, p_a, owners[2] - 2.0 * smooth_b, -1.0)
    side_b = _Side(core_b, np.zeros(3), np.eye(3), p_b, smooth_b, 1.0)
    edges = [np.array([where(owner > 0.5, x, y) for x, y in zip(R @ own, own)]) for own, owner in zip((own_1, own_2), owners)]
    for _ in range(STEPS):
        n = _turned(side_a, side_b, edges, owners, n)
    on_a, on_b = side_a.point(n), side_b.point(n)
    apart = on_a - on_b
    gap = n @ apart - core_a.radius - core_b.radius
    along = _along_edges(apart, edges, owners, n)
    on_a = on_a + sum(where(owner > 0.5, x, 0.0) * edge for x, edge, owner in zip(along, edges, owners))
    C = on_a - (core_a.radius + 0.5 * gap) * n
    by_a, place = frame_b.R @ n, frame_b.r + frame_b.R @ C
    reach, distance = a.kind.reach(a), norm(r)
    away = frame_b.R @ r / (distance + FLATTEST)
    return [looked_at_near(point(gap, 0.0, by_a, place, by_a, place, 1.0), distance - b.kind.reach(b) - reach, reach, away)]


def _tangents(e_2: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Unit vectors (2, 3) across n, the first of them across e_2 as well."""
    across = cross(e_2, n)
    first = across / norm(across)
    return np.array([first, cross(n, first)])


def _turned(a: _Side, b: _Side, edges: list[np.ndarray], owners: np.ndarray, n: np.ndarray) -> np.ndarray:
    """The normal after a step of Newton's method: across the edges that count, and along the points of both features that are nearest else."""
    T = _tangents(edges[1], n)
    c = a.point(n) - b.point(n)
    free = -a.curvature(n, T) - b.curvature(n, T) - (n @ c) * np.eye(2)
    counts = [abs(owner) > 0.5 for owner in owners[:2]]
    M = np.array([[where(count, edge @ t, x) for x, t in zip(row, T)] for count, edge, row in zip(counts, edges, free)])
    y = [where(count, -(edge @ n), -(t @ c)) for count, edge, t in zip(counts, edges, T)]
    det = _not_zero(M[0, 0] * M[1, 1] - M[0, 1] * M[1, 0])
    turned = n + (M[1, 1] * y[0] - M[0, 1] * y[1]) / det * T[0] + (M[0, 0] * y[1] - M[1, 0] * y[0]) / det * T[1]
    return turned / norm(turned)


def _along_edges(apart: np.ndarray, edges: list[np.ndarray], owners: np.ndarray, n: np.ndarray) -> tuple[Any, Any]:
    """How far the nearest points are along both edges, where they count."""
    T = _tangents(edges[1], n)
    counts = [where(abs(owner) > 0.5, 1.0, 0.0) for owner in owners[:2]]
    along_1 = counts[0] * -(T[0] @ apart) / _not_zero(T[0] @ edges[0])
    along_2 = counts[1] * -(T[1] @ (apart + along_1 * edges[0])) / _not_zero(T[1] @ edges[1])
    return along_1, along_2


def _not_zero(x: Any) -> Any:
    return where(abs(x) > FLATTEST, x, FLATTEST)
