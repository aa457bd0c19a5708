"""All differences a - b of points of two convex cores: the cores have a point in common where it contains the origin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .core import ConvexCore


@dataclass(frozen=True)
class DifferencePoint:
    """A point w of it, and those of the cores, each in its own axes, of which it is the difference; all (3,)."""

    w: np.ndarray
    a: np.ndarray
    b: np.ndarray


@dataclass(frozen=True)
class NearestPoint:
    """Points of it and their weights in the point of their hull that is nearest to the origin; how far that is, negative within.

    n (3,) is the unit normal there, away from the origin; within, it is that of the surface times -1.
    """

    points: tuple[DifferencePoint, ...]
    weights: np.ndarray
    distance: float
    n: np.ndarray


@dataclass(frozen=True)
class ConvexDifference:
    """Core a is at r (3,) with the axes R (3, 3), in the axes of core b."""

    a: ConvexCore
    b: ConvexCore
    r: np.ndarray
    R: np.ndarray

    def support(self, d: np.ndarray) -> DifferencePoint:
        """The point farthest along a direction."""
        a, b = self.a.support(self.R.T @ d), self.b.support(-d)
        return DifferencePoint(self.r + self.R @ a - b, a, b)

    def beyond(self, n: np.ndarray) -> float:
        """How far it is beyond the plane through the origin with the unit normal n: never more than its distance."""
        return n @ self.support(-n).w

    def size(self) -> float:
        """Its size, about."""
        return max(float(np.linalg.norm(self.r)), *(abs(self.beyond(sign * axis)) for axis in np.eye(3) for sign in (1.0, -1.0)))
