"""What limits the speeds of two shafts of a differential against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, pi, tan

from ...base.errors import MbfmuError
from ..declare.model import Model
from ..elements.constraints import Differential, Gear
from ..elements.forces import LockingFriction, ShaftFriction
from ..elements.parts import Body
from .argument_kinds import refusing_others


@dataclass(frozen=True)
class LimitedSlip:
    """Friction between the shafts of a differential: `preload` [N.m] of its plates, and `d` [N.m.s/rad] of a viscous coupling.

    The torques of both shafts differ by up to twice this friction. If torque presses plates or gears together, by ramps or worms, they differ by up
    to the share `drive` of the torque of the carrier ahead besides, and by the share `coast` of the torque backwards. The torque bias ratio B of a
    Torsen differential is the share (B - 1) / (B + 1).
    """

    preload: float = 0.0
    d: float = 0.0
    drive: float = 0.0
    coast: float = 0.0

    @refusing_others
    def add(self, model: Model, name: str, shafts: Sequence[Body], differential: Differential) -> None:
        """Add a ShaftFriction of this name between two shafts, or a LockingFriction where torque locks."""
        a, b = (shaft.frame_a for shaft in shafts)
        if self.drive == self.coast == 0.0:
            model.add(name, ShaftFriction(a, b, dry=self.preload, d=self.d))
        else:
            model.add(name, LockingFriction(a, b, differential, dry=self.preload, d=self.d, drive=self.drive, coast=self.coast))


@dataclass(frozen=True)
class ClutchPack:
    """Plates that the torque of the carrier presses together by ramps (Salisbury): locks by drive_angle and coast_angle [rad], ahead and backwards.

    Each side has so many friction `faces` with the coefficient mu at the mean radius r_plates [m]. The cross pin stands on ramps at the radius
    r_ramp [m], half of its force on each pressure ring, so it pushes each ring aside with T / (2 r_ramp tan(angle)), and torques of slipping shafts
    differ by the share faces mu r_plates / (r_ramp tan(angle)). An angle of pi / 2 does not lock. `preload` and `d` are those of LimitedSlip.
    Raises MbfmuError for an angle outside of 0 to pi / 2, and one that would lock by more than all torque.
    """

    faces: int
    mu: float
    r_plates: float
    r_ramp: float
    drive_angle: float
    coast_angle: float = 0.5 * pi
    preload: float = 0.0
    d: float = 0.0

    def __post_init__(self) -> None:
        for name in ("faces", "mu", "r_plates", "r_ramp"):
            if not 0.0 < getattr(self, name) < inf:
                raise MbfmuError(f"ClutchPack: {name} = {getattr(self, name)!r} must be > 0 and finite")
        for name in ("drive_angle", "coast_angle"):
            angle = getattr(self, name)
            if not 0.0 < angle <= 0.5 * pi:
                raise MbfmuError(f"ClutchPack: {name} = {angle!r} rad must be above 0 and at most pi / 2")
            if self._share(angle) > 1.0:
                raise MbfmuError(
                    f"ClutchPack: {name} = {angle:g} rad locks by {self._share(angle):.3g} of the torque, at most 1: give a larger angle"
                )

    @property
    def slip(self) -> LimitedSlip:
        """What it does to the shafts, by shares of torque."""
        return LimitedSlip(self.preload, self.d, self._share(self.drive_angle), self._share(self.coast_angle))

    def _share(self, angle: float) -> float:
        share = self.faces * self.mu * self.r_plates / (self.r_ramp * tan(angle))
        return share if angle < 0.5 * pi else 0.0

    @refusing_others
    def add(self, model: Model, name: str, shafts: Sequence[Body], differential: Differential) -> None:
        """Add its LockingFriction of this name between two shafts."""
        self.slip.add(model, name, shafts, differential)


@dataclass(frozen=True)
class Locked:
    """Both shafts of a differential turn as one."""

    @refusing_others
    def add(self, model: Model, name: str, shafts: Sequence[Body], differential: Differential) -> None:
        """Add a Gear of this name between the bearings of two shafts."""
        model.add(name, Gear(differential.shaft_a, differential.shaft_b, ratio=1.0))
