"""What limits the speeds of two shafts of a differential against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..declare.model import Model
from ..elements.constraints import Gear
from ..elements.forces import ShaftFriction
from ..elements.joints import Revolute
from ..elements.parts import Body


@dataclass(frozen=True)
class LimitedSlip:
    """Friction between the shafts of a differential: `preload` [N.m] of its plates, and `d` [N.m.s/rad] of a viscous coupling.

    The torques of both shafts differ by up to twice this friction.
    """

    preload: float = 0.0
    d: float = 0.0

    def add(self, model: Model, name: str, shafts: Sequence[Body], bearings: Sequence[Revolute]) -> None:
        """Add a ShaftFriction of this name between two shafts."""
        model.add(name, ShaftFriction(shafts[0].frame_a, shafts[1].frame_a, dry=self.preload, d=self.d))


@dataclass(frozen=True)
class Locked:
    """Both shafts of a differential turn as one."""

    def add(self, model: Model, name: str, shafts: Sequence[Body], bearings: Sequence[Revolute]) -> None:
        """Add a Gear of this name between the bearings of two shafts."""
        model.add(name, Gear(*bearings, ratio=1.0))
