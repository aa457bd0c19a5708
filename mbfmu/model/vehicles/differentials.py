"""What limits the speeds of two shafts of a differential against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
class Locked:
    """Both shafts of a differential turn as one."""

    @refusing_others
    def add(self, model: Model, name: str, shafts: Sequence[Body], differential: Differential) -> None:
        """Add a Gear of this name between the bearings of two shafts."""
        model.add(name, Gear(differential.shaft_a, differential.shaft_b, ratio=1.0))
