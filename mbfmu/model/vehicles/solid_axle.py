"""SolidAxle: a beam with a wheel at each end, on trailing links and a Panhard rod."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.joints import FreeMotion
from ..elements.parts import Body, FlexibleBody
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .figures import bar
from .mass import Mass
from .rod import LinkBushes, rod
from .suspension import Suspension
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point
from .wheel import Corner, Wheel


@dataclass(frozen=True)
class SolidAxle(Suspension):
    """Hard points [m], those of pairs on the left side, masses and springs of a solid axle.

    Rods with spherical ends guide the beam: on each side one from `lower_link_body` to `lower_link_beam`, one in the middle from
    `upper_link_body` to `upper_link_beam`, and the Panhard rod from `panhard_body` to `panhard_beam`. Springs and dampers stand on both sides
    between `spring_foot` on the beam and `spring_top` on the body.

    Two degrees of freedom beside the spins of the wheels: the beam goes up and down, and it rolls. No constraint is redundant: a free beam has six
    degrees of freedom, and each rod removes one. Where the links on both sides are parallel and as long as the upper one, the beam goes up and down
    without turning. Rubber may be in the ends of the rods: each that has some adds a degree of freedom.
    """

    lower_link_body: Point
    lower_link_beam: Point
    upper_link_body: Point
    upper_link_beam: Point
    panhard_body: Point
    panhard_beam: Point
    spring_foot: Point
    spring_top: Point
    wheel_centre: Point
    beam: Mass
    wheel: Wheel
    spring: SuspensionSpring
    lower_link_bushes: LinkBushes | None = None
    upper_link_bushes: LinkBushes | None = None
    panhard_bushes: LinkBushes | None = None

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part) -> Axle:
        """Add it to a model.

        Its elements are named `name` followed by `_beam`, `_motion`, `_upper_link`, `_panhard`, and `_left_link`, `_left_spring`, `_left_wheel`,
        `_left_bearing`, `_left_brake`, and the same with right. frame_a of the chassis stands at the vehicle's axes.
        """
        ends = bar(self.wheel_centre, self.wheel_centre.mirrored(), 0.05)
        beam = model.add(f"{name}_beam", self.beam.body([ends]))
        motion = model.add(f"{name}_motion", FreeMotion(chassis.frame_a, beam.frame_a))
        rod(model, f"{name}_upper_link", chassis, self.upper_link_body, beam, self.upper_link_beam, self.upper_link_bushes)
        rod(model, f"{name}_panhard", chassis, self.panhard_body, beam, self.panhard_beam, self.panhard_bushes)
        left, right = (sided._side(model, f"{name}_{side}", chassis, beam, motion) for side, sided in (("left", self), ("right", self.mirrored())))
        return Axle(beam, motion, left, right)

    def axle(self, model, name, chassis, rack):
        added = self.add(model, name, chassis)
        return added.left, added.right

    def _side(self, model: Model, name: str, chassis: Part, beam: Body, motion: FreeMotion) -> Corner:
        rod(model, f"{name}_link", chassis, self.lower_link_body, beam, self.lower_link_beam, self.lower_link_bushes)
        self.spring.add(model, f"{name}_spring", beam, self.spring_foot, chassis, self.spring_top)
        return self.wheel.add(model, name, beam, self.wheel_centre, motion)


@dataclass(frozen=True)
class Axle:
    """A solid or twist-beam axle in a model: its beam, the joint of the beam against the body, and its wheels."""

    beam: Body | FlexibleBody
    motion: FreeMotion
    left: Corner
    right: Corner
