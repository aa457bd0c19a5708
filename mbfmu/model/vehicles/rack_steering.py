"""RackSteering: a rack that slides across the vehicle and takes the tie rods along."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.declarations import Handle
from ..declare.model import Model
from ..elements.forces import TranslationSpringDamper
from ..elements.joints import Prismatic
from ..elements.parts import Body
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .figures import bar
from .mass import Mass
from .vehicle_side import Point, Sided


@dataclass(frozen=True)
class RackSteering(Sided):
    """A steering rack between its left end and the mirror image of it: its mass, and stiffness c [N/m] and damping d [N.s/m] with which the column
    moves it.

    One degree of freedom: the displacement of the rack to the left.
    """

    end: Point
    rack: Mass
    c: float
    d: float

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part) -> Steering:
        """Add it to a model.

        Its elements are named `name` followed by `_rack`, `_guide` and `_column`. frame_a of the chassis stands at the vehicle's axes.
        """
        rack = model.add(f"{name}_rack", self.rack.body([bar(self.end, self.end.mirrored(), 0.018)]))
        guide = model.add(f"{name}_guide", Prismatic(chassis.frame_a, rack.frame_a, n=[0, 1, 0]))
        column = model.add(f"{name}_column", TranslationSpringDamper(guide, c=self.c, d=self.d))
        return Steering(rack, guide, column)


@dataclass(frozen=True)
class Steering:
    """A rack in a model, on which tie rods end, its guide on the chassis, and the column that moves it."""

    rack: Body
    guide: Prismatic
    column: TranslationSpringDamper

    @property
    def input(self) -> Handle:
        """The displacement of the rack [m], to the left, that the driver wants."""
        return self.column.s_foot
