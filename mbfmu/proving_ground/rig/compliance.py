"""How wheels give way to forces at the contact and at the centre, in the units of kinematics and compliance rigs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .side_now import SideNow


@dataclass(frozen=True)
class Load:
    """A load on both wheels alike: a `force` (3,) or a `torque` (3,), at the contact or at the wheel's `centre`.

    Results are those of a load of this `size` [N or N.m], which is one `unit`. `mirrored`: the numbers of each wheel are those of a force outward,
    or of a torque that turns the wheel outward ahead.
    """

    force: tuple[float, float, float]
    torque: tuple[float, float, float]
    size: float
    unit: str
    centre: bool = False
    mirrored: bool = False

    def point(self, side: SideNow) -> np.ndarray:
        """Where it acts (3,) [m]."""
        return side.centre if self.centre else side.contact

    def wrench(self, side: SideNow) -> np.ndarray:
        """The wrench (6,) on the hub [N, N.m]."""
        return self.size * np.array([*self.force, *(np.cross(self.point(side) - side.centre, self.force) + self.torque)])


NONE, KN, TORQUE = (0.0, 0.0, 0.0), (1e3, "kN"), (100.0, "(100 N.m)")
LOADS = {
    "lateral_force": Load((0.0, 1.0, 0.0), NONE, *KN, mirrored=True),
    "driving_force": Load((1.0, 0.0, 0.0), NONE, *KN, centre=True),
    "braking_force": Load((-1.0, 0.0, 0.0), NONE, *KN),
    "aligning_torque": Load(NONE, (0.0, 0.0, 1.0), *TORQUE, mirrored=True),
}


def compliance(now: dict[str, SideNow]) -> dict[str, tuple[float, str]]:
    """The numbers of a posture with their units, by name: how much each wheel turns and moves by each load."""
    found = {}
    for name, load in LOADS.items():
        causes = np.concatenate([np.zeros(3), *(load.wrench(side) for side in now.values())])
        for which, side in now.items():
            sign = side.sign if load.mirrored else 1.0
            toe, camber = np.degrees(side.turns(causes))
            x, y, _ = 1e3 * side.at(load.point(side), causes)
            values = {"toe": toe, "camber": camber, "outward": side.sign * y, "forward": x}
            for quantity, value in values.items():
                unit = "deg" if quantity in ("toe", "camber") else "mm"
                found[f"{quantity}_by_{name}_{which}"] = (float(sign * value), f"{unit}/{load.unit}")
    return found
