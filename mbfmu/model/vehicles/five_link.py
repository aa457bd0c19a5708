"""FiveLink: a knuckle on five rods."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.joints import FreeMotion
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .figures import bar
from .mass import Mass
from .rod import LinkBushes, rod
from .suspension import SteerableSuspension
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point, Sided
from .wheel import Corner, Wheel


@dataclass(frozen=True)
class Link(Sided):
    """A rod with spherical ends, from the point `inner` on the body to `outer` on the knuckle [m]; with `bushes` there is rubber in its ends."""

    inner: Point
    outer: Point
    bushes: LinkBushes | None = None


@dataclass(frozen=True)
class FiveLink(SteerableSuspension):
    """Hard points [m] of the left side, masses and springs of a five-link suspension.

    Five massless rods hold the knuckle: two above, two below, and the tie rod. Spring and damper stand between `spring_foot` on the knuckle and
    `spring_top` on the body.

    One degree of freedom beside the wheel's spin. No constraint is redundant: a free knuckle has six degrees of freedom, and each rod removes one
    if it is rigid.
    """

    upper_front: Link
    upper_rear: Link
    lower_front: Link
    lower_rear: Link
    tie_rod: Link
    spring_foot: Point
    spring_top: Point
    wheel_centre: Point
    knuckle: Mass
    wheel: Wheel
    spring: SuspensionSpring

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, rack: Part) -> Corner:
        """Add it to a model.

        Its elements are named `name` followed by `_knuckle`, `_motion`, `_upper_front`, `_upper_rear`, `_lower_front`, `_lower_rear`, `_tie_rod`,
        `_spring`, `_wheel`, `_bearing` and `_brake`. `rack` is the part that holds the inner end of the tie rod: the chassis where nothing steers.
        frame_a of both parts stands at the vehicle's axes. `travel` of the Corner is the free motion of the knuckle at the wheel's centre,
        whose r[3] tells how far it has come up.
        """
        held = {"upper_front": chassis, "upper_rear": chassis, "lower_front": chassis, "lower_rear": chassis, "tie_rod": rack}
        figures = [bar(getattr(self, link).outer, self.wheel_centre, 0.02) for link in held]
        knuckle = model.add(f"{name}_knuckle", self.knuckle.body(figures))
        travel = model.add(f"{name}_motion", FreeMotion(chassis.at(self.wheel_centre.r), knuckle.at(self.wheel_centre.r)))
        for link, part in held.items():
            of = getattr(self, link)
            rod(model, f"{name}_{link}", part, of.inner, knuckle, of.outer, of.bushes)
        self.spring.add(model, f"{name}_spring", knuckle, self.spring_foot, chassis, self.spring_top)
        return self.wheel.add(model, name, knuckle, self.wheel_centre, travel)
