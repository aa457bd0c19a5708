"""SideNow: one side of an axle in one posture on the rig."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.errors import MbfmuError
from .steer_axis import SteerAxis

CAUSES = 15  # rises of the left and the right wheel's centre [m], way of the rack [m], wrenches (6) on both hubs [N, N.m]
RACK = np.eye(CAUSES)[2]
STILL = 1e-9  # of the spring's compression by the wheel's rise


@dataclass(frozen=True, eq=False)
class SideNow:
    """One side in one posture, and how it changes by 15 causes: the rises of the left and the right wheel's centre and the way of the rack [m], while
    those that do not move are held, then the wrenches on the left and the right hub, forces [N] before torques [N.m], at held heights and rack.

    `contact` (3,) is the lowest point of the wheel [m]. `motions` (6, 15) are those of the carrier at the wheel's centre [m, rad], `compressions`
    (15,) those of the spring [m], `forces` (15,) those under the wheel [N].
    """

    name: str
    sign: float
    R: np.ndarray
    centre: np.ndarray
    contact: np.ndarray
    motions: np.ndarray
    compressions: np.ndarray
    forces: np.ndarray

    @property
    def alone(self) -> np.ndarray:
        """The cause (15,) that is a rise of this wheel by 1 m while the other one stands."""
        return np.eye(CAUSES)[0 if self.sign > 0 else 1]

    def at(self, point: np.ndarray, causes: np.ndarray) -> np.ndarray:
        """How far (3,) a point of the carrier moves."""
        v, w = np.split(self.motions @ causes, 2)
        return v + np.cross(w, point - self.centre)

    def turns(self, causes: np.ndarray) -> tuple[float, float]:
        """How much toe and camber change [rad]."""
        axle = self.R[:, 1]
        rate = np.cross(self.motions[3:] @ causes, axle)
        across = axle[0] ** 2 + axle[1] ** 2
        return float(self.sign * (rate[0] * axle[1] - rate[1] * axle[0]) / across), float(-self.sign * rate[2] / np.sqrt(across))

    def steer_axis(self) -> SteerAxis:
        """The axis about which the carrier turns when the rack moves and the spring keeps its length. MbfmuError where there is none."""
        compression = self.compressions @ self.alone
        if abs(compression) < STILL:
            raise MbfmuError(f"kinematics_rig: the spring on the {self.name} keeps its length when the wheel rises: move its ends apart")
        causes = RACK - self.alone * (self.compressions @ RACK) / compression
        return SteerAxis.of_motion(self.centre, self.motions @ causes, f"kinematics_rig: on the {self.name}")
