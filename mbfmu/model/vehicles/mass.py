"""Mass: what a part of a vehicle weighs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..elements.parts import Body
from ..elements.visuals import Visual
from .vehicle_side import Point, Sided


@dataclass(frozen=True)
class Mass(Sided):
    """Mass m [kg], its centre, and moments of inertia about it [kg.m2] in the vehicle's axes, in the order 11, 22, 33, 21, 31, 32."""

    m: float
    centre: Point
    I: tuple[float, float, float, float, float, float]

    def mirrored(self) -> Mass:
        xx, yy, zz, yx, zx, zy = self.I
        return replace(self, centre=self.centre.mirrored(), I=(xx, yy, zz, -yx, zx, -zy))

    def body(self, visual: Sequence[Visual] = ()) -> Body:
        """A body with this mass, whose frame_a stands where the vehicle's axes are in the design position."""
        return Body(m=self.m, r_CM=self.centre.r, I=self.I, visual=visual)
