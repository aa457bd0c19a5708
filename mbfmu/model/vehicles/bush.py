"""Bush: rubber in place of a joint of a suspension."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..declare.lookup_table import LookupTable
from ..declare.model import Model
from ..elements.forces import Bushing, Force
from ..elements.forces.bushing_curves import NONE, BushingCurves
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .vehicle_side import Point, Sided

ZERO = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Bush(Sided):
    """Rubber at a hard point of the left side: stiffness c [N/m] and damping d [N.s/m] along the vehicle's axes, c_phi [N.m/rad] and
    d_phi [N.m.s/rad] about them."""

    c: tuple[float, float, float] = ZERO
    d: tuple[float, float, float] = ZERO
    c_phi: tuple[float, float, float] = ZERO
    d_phi: tuple[float, float, float] = ZERO

    @refusing_others
    def add(self, model: Model, name: str, part_a: Part, part_b: Part, point: Point) -> Force:
        """Put it between two parts at a point."""
        values = {"c": self.c, "d": self.d, "c_phi": self.c_phi, "d_phi": self.d_phi}
        return model.add(name, Bushing(part_a.at(point.r), part_b.at(point.r), **values))


@dataclass(frozen=True)
class BushCurves(Bush):
    """Rubber given by curves: tables of force [N] over displacement [m] along the vehicle's axes, and of torque [N.m] over rotation [rad] about
    them. Stiffnesses of a Bush act beside."""

    f_x: LookupTable = NONE
    f_y: LookupTable = NONE
    f_z: LookupTable = NONE
    t_x: LookupTable = NONE
    t_y: LookupTable = NONE
    t_z: LookupTable = NONE

    def mirrored(self) -> BushCurves:
        return replace(self, f_y=_reversed(self.f_y), t_x=_reversed(self.t_x), t_z=_reversed(self.t_z))

    @refusing_others
    def add(self, model: Model, name: str, part_a: Part, part_b: Part, point: Point) -> Force:
        """Put it between two parts at a point."""
        curves = {name: getattr(self, name) for name in ("f_x", "f_y", "f_z", "t_x", "t_y", "t_z")}
        values = {"c": self.c, "d": self.d, "c_phi": self.c_phi, "d_phi": self.d_phi}
        return model.add(name, BushingCurves(part_a.at(point.r), part_b.at(point.r), **values, **curves))


@dataclass(frozen=True)
class PivotBushes(Sided):
    """Rubber in place of a pivot: at the first and at the second of the points that its line goes through."""

    first: Bush
    second: Bush


def _reversed(curve: LookupTable) -> LookupTable:
    """The curve of the mirror image, -f(-x)."""
    return LookupTable(-curve.axes[0][::-1], -curve.values[::-1], units=curve.units, smooth=curve.smooth, outside=curve.outside)
