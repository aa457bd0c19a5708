"""SteerAxis: the line about which a carrier turns when the rack moves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError

STILL = 1e-9  # rad/m: a carrier that turns less when the rack moves has no steer axis


@dataclass(frozen=True)
class SteerAxis:
    """A point (3,) [m] on the axis, and its direction (3,), upward, of length one."""

    point: np.ndarray
    direction: np.ndarray

    @classmethod
    def of_motion(cls, centre: np.ndarray, motion: np.ndarray, name: str) -> SteerAxis:
        """The screw axis of a motion (6,): the velocity of the point `centre`, then the angular velocity. MbfmuError where nothing turns."""
        v, w = np.split(motion, 2)
        square = w @ w
        if square < STILL**2 or w[2] == 0.0:
            raise MbfmuError(f"{name}: the carrier of the wheel does not turn when the rack moves, so it has no steer axis: check its tie rod")
        return cls(centre + np.cross(w, v) / square, w * np.sign(w[2]) / np.sqrt(square))

    @property
    def caster(self) -> float:
        """The angle [rad] in the side view, positive where the axis leans to the rear above."""
        return float(np.arctan2(-self.direction[0], self.direction[2]))

    def kingpin(self, side: float) -> float:
        """The inclination [rad] in the rear view, positive where the axis leans inward above; `side` is 1 on the left, -1 on the right."""
        return float(np.arctan2(-side * self.direction[1], self.direction[2]))

    def at_height(self, z: float) -> np.ndarray:
        """The point (3,) of the axis at a height [m]."""
        return self.point + self.direction * (z - self.point[2]) / self.direction[2]
