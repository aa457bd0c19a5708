"""RackSteering: a rack that slides across the vehicle and takes the tie rods along."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..declare.declarations import Handle
from ..declare.model import Model
from ..elements.forces import Force, JointLoad, TranslationSpringDamper
from ..elements.joints import Prismatic
from ..elements.parts import Body
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .figures import bar
from .mass import Mass
from .vehicle_side import Point, Sided


@dataclass(frozen=True)
class Rack(Sided):
    """A steering rack between its left `end` [m] and the mirror image of it, with its mass.

    Its travel is positive where it steers to the left, as ISO 8855 counts angles: the rack then slides to the right, or to the left where tie rods
    act ahead of the steering axis (`rods_ahead`).
    """

    end: Point
    rack: Mass
    rods_ahead: bool = field(default=False, kw_only=True)

    @property
    def n(self) -> list[float]:
        """The direction (3,) of positive travel in the vehicle's axes."""
        return [0.0, 1.0 if self.rods_ahead else -1.0, 0.0]

    @property
    @abstractmethod
    def stiffness(self) -> float:
        """That of the column along the rack [N/m]."""

    def slide(self, model: Model, name: str, chassis: Part) -> tuple[Body, Prismatic]:
        """Add the rack and its guide on the chassis."""
        rack = model.add(f"{name}_rack", self.rack.body([bar(self.end, self.end.mirrored(), 0.018)]))
        return rack, model.add(f"{name}_guide", Prismatic(chassis.frame_a, rack.frame_a, n=self.n))


@dataclass(frozen=True)
class RackSteering(Rack):
    """A rack that its travel [m] steers: stiffness c [N/m] and damping d [N.s/m] along the rack are those with which the column moves it.

    One degree of freedom: the travel of the rack.
    """

    c: float
    d: float

    @property
    def stiffness(self) -> float:
        """That of the column along the rack [N/m]."""
        return self.c

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part) -> Steering:
        """Add it to a model.

        Its elements are named `name` followed by `_rack`, `_guide` and `_column`. frame_a of the chassis stands at the vehicle's axes.
        """
        rack, guide = self.slide(model, name, chassis)
        column = model.add(f"{name}_column", TranslationSpringDamper(guide, c=self.c, d=self.d))
        return Steering(rack=rack, guide=guide, column=column, input=column.s_foot)


@dataclass(frozen=True)
class Steering:
    """A steering in a model: the rack, on which tie rods end, its guide on the chassis, and the column that moves it.

    `input` is what the driver commands, positive to the left; `outputs` are what the steering tells beside, by name.
    """

    rack: Body
    guide: Prismatic
    column: Force | JointLoad
    input: Handle
    outputs: Mapping[str, Handle] = field(default_factory=dict)
