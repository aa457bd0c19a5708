"""Convex cores of surfaces: all that lies within a radius of one is a body."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.scalars import where

FLATTEST = 1e-30  # m2: keeps directions finite along the axis of a disk


@dataclass(frozen=True)
class Core:
    """A convex core for kernels: its kind, one of `CORES`, its numbers as base/convex/core.py takes them [m], and the radius [m]."""

    kind: str
    numbers: np.ndarray
    radius: Any = 0.0

    def smooth(self, d: np.ndarray) -> np.ndarray:
        """The smooth part (3,) of its support along a direction: that of an ellipsoid, or of the disk of a cylinder."""
        return np.zeros(3) if self.kind == "points" else self._smooth(d)[0]

    def curvature(self, d: np.ndarray, T: np.ndarray) -> np.ndarray:
        """The derivative (2, 2) of this along T (2, 3) by a direction along T."""
        if self.kind == "points":
            return np.zeros((2, 2))
        s, square, length = self._smooth(d)
        along = T @ s
        return (T @ (square[:, np.newaxis] * T.T) - np.outer(along, along)) / length

    def _smooth(self, d: np.ndarray) -> tuple[np.ndarray, np.ndarray, Any]:
        square = self.numbers * self.numbers if self.kind == "ellipsoid" else self.numbers[0] ** 2 * np.array([1.0, 1.0, 0.0])
        product = d @ (square * d)
        length = where(product > FLATTEST, product, FLATTEST) ** 0.5
        return square * d / length, square, length
