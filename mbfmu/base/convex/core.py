"""Convex cores of surfaces: what lies within a radius of one is a body."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

CORES = ("points", "ellipsoid", "cylinder")  # in the order of engine/c/geometry/convex_core.h
BROAD = 1e-3  # of its longest edge: what is broader is a face


@dataclass(frozen=True)
class Feature:
    """What a core is like where it is farthest along a direction: points p (3,) + s(d) + what its edges span, as far as it reaches.

    s(d) is the support of an ellipsoid, or of the disk of a cylinder; it is there where `smooth` is 1.
    """

    p: np.ndarray
    edges: tuple[np.ndarray, ...]
    smooth: float


@dataclass(frozen=True)
class ConvexCore:
    """The hull of points (3 n,) [m], an ellipsoid of semi-axes (3,) [m], or a cylinder along z of a radius and half a length [m]."""

    kind: str
    numbers: np.ndarray

    def support(self, d: np.ndarray) -> np.ndarray:
        """The farthest point (3,) along a direction."""
        if self.kind == "points":
            return self._top(d)
        point = self.smooth(d)[0]
        if self.kind == "cylinder":
            point[2] = np.copysign(self.numbers[1], d[2])
        return point

    def smooth(self, d: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The smooth part s(d) (3,) of the support, and its derivative (3, 3) by d."""
        square = {"points": np.zeros(3), "ellipsoid": self.numbers, "cylinder": self.numbers[0] * np.array([1.0, 1.0, 0.0])}[self.kind] ** 2
        length = np.sqrt(square @ (d * d))
        if not length > 0.0:
            return np.zeros(3), np.zeros((3, 3))
        s = square * d / length
        return s, (np.diag(square) - np.outer(s, s)) / length

    def sharpened(self, feature: Feature, d: np.ndarray, point: np.ndarray) -> np.ndarray:
        """A point (3,) near a feature with the smooth part that belongs to the direction d."""
        if not feature.smooth:
            return point
        s = self.smooth(d)[0]
        return s if self.kind == "ellipsoid" else np.array([s[0], s[1], point[2]])

    def feature(self, d: np.ndarray, near: np.ndarray, tolerance: float) -> Feature:
        """The feature for a unit direction d: what is nearer to being across it than the sine `tolerance` is. `near` is a point of it, roughly."""
        if self.kind == "ellipsoid":
            return Feature(np.zeros(3), (), 1.0)
        if self.kind == "points":
            return self._feature_of_points(d, near, tolerance)
        z, (x, y, _) = np.copysign(self.numbers[1], d[2]), np.eye(3)
        if np.hypot(*d[:2]) <= tolerance:
            return Feature(np.array([near[0], near[1], z]), (x, y), 0.0)
        if abs(d[2]) <= tolerance:
            return Feature(np.array([0.0, 0.0, np.clip(near[2], -abs(z), abs(z))]), (np.eye(3)[2],), 1.0)
        return Feature(np.array([0.0, 0.0, z]), (), 1.0)

    def _top(self, d: np.ndarray) -> np.ndarray:
        points = self.numbers.reshape(-1, 3)
        return points[np.argmax(points @ d)]

    def _feature_of_points(self, d: np.ndarray, near: np.ndarray, tolerance: float) -> Feature:
        """The edge from the top to the farthest point beside it, then to that which lies farthest beside both."""
        top = self._top(d)
        beside = self.numbers.reshape(-1, 3) - top
        lengths = np.linalg.norm(beside, axis=1)
        beside = beside[(lengths > 0.0) & (-(beside @ d) <= tolerance * lengths)]
        if not len(beside):
            return Feature(top, (), 0.0)
        longest = max(beside, key=np.linalg.norm)
        breadths = np.linalg.norm(np.cross(longest / np.linalg.norm(longest), beside), axis=1)
        is_face = breadths.max() >= BROAD * np.linalg.norm(longest)
        edges = (longest, beside[breadths.argmax()]) if is_face else (longest,)
        across = np.linalg.qr(np.array(edges).T)[0]
        return Feature(top + across @ (across.T @ (near - top)), edges, 0.0)
