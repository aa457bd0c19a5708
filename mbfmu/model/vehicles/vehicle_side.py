"""Sided: what lies on the left side of a vehicle, its mirror image on the right, and the same at another axle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Self

import numpy as np


@dataclass(frozen=True)
class Sided:
    """Data of the left side of a vehicle, in its axes: x forward, y to the left, z up."""

    def mirrored(self) -> Self:
        """The same on the right side, y -> -y. Numbers without a side stay."""
        return self._each(lambda part: part.mirrored())

    def ahead(self, x: float) -> Self:
        """The same x [m] farther ahead."""
        return self._each(lambda part: part.ahead(x))

    def _each(self, change: Callable[[Sided], Sided]) -> Self:
        return replace(self, **{f.name: change(value) for f in fields(self) if isinstance(value := getattr(self, f.name), Sided)})


@dataclass(frozen=True)
class Point(Sided):
    """A hard point x, y, z [m] in the vehicle's axes, where the vehicle stands in its design position."""

    x: float
    y: float
    z: float

    @property
    def r(self) -> np.ndarray:
        """The vector (3,) [m] from the vehicle's origin."""
        return np.array([self.x, self.y, self.z])

    def mirrored(self) -> Point:
        return Point(self.x, -self.y, self.z)

    def ahead(self, x: float) -> Point:
        return Point(self.x + x, self.y, self.z)

    def to(self, other: Point) -> np.ndarray:
        """The vector (3,) [m] from here to another point."""
        return other.r - self.r

    def distance(self, other: Point) -> float:
        """How far another point is [m]."""
        return float(np.linalg.norm(self.to(other)))
