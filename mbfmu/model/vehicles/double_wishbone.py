"""DoubleWishbone: a knuckle between two transverse arms."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.joints import Joint
from ..elements.parts import Body
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .ball_joint import ball_joint, closing_ball_joint
from .bush import Bush, PivotBushes
from .figures import bar
from .mass import Mass
from .pivot import pivot
from .rod import LinkBushes, rod
from .suspension import SteerableSuspension
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point
from .wheel import Corner, Wheel


@dataclass(frozen=True)
class DoubleWishbone(SteerableSuspension):
    """Hard points [m] of the left side, masses and springs of a double-wishbone suspension.

    The lower arm turns about the line from `lower_rear` to `lower_front`, the upper one from `upper_rear` to `upper_front`; they hold the knuckle
    at `lower_ball` and `upper_ball`. The tie rod leads from `tie_rod_inner` on the rack to `tie_rod_outer` on the knuckle. Spring and damper stand
    between `spring_foot` on the lower arm and `spring_top` on the body.

    One degree of freedom beside the wheel's spin: the angle of the lower arm, positive where the wheel comes up. No constraint is redundant: two
    arms and a ball joint have five degrees of freedom, the other ball joint removes three of them, and the tie rod one.

    Rubber may stand in place of the pivots (`lower_bushes` and `upper_bushes`, at lower_front and upper_front first), of the ball joints, and in the
    ends of the tie rod: each adds degrees of freedom.
    """

    lower_front: Point
    lower_rear: Point
    lower_ball: Point
    upper_front: Point
    upper_rear: Point
    upper_ball: Point
    tie_rod_inner: Point
    tie_rod_outer: Point
    spring_foot: Point
    spring_top: Point
    wheel_centre: Point
    lower_arm: Mass
    upper_arm: Mass
    knuckle: Mass
    wheel: Wheel
    spring: SuspensionSpring
    lower_bushes: PivotBushes | None = None
    upper_bushes: PivotBushes | None = None
    lower_ball_bush: Bush | None = None
    upper_ball_bush: Bush | None = None
    tie_rod_bushes: LinkBushes | None = None

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, rack: Part) -> Corner:
        """Add it to a model.

        Its elements are named `name` followed by `_lower_arm`, `_lower_pivot`, `_upper_arm`, `_upper_pivot`, `_knuckle`, `_lower_ball`,
        `_upper_ball`, `_tie_rod`, `_spring`, `_wheel`, `_bearing` and `_brake`. `rack` is the part that holds the inner end of the tie rod: the
        chassis where nothing steers. frame_a of both parts stands at the vehicle's axes.
        """
        lower_points, upper_points = (self.lower_front, self.lower_rear, self.lower_ball), (self.upper_front, self.upper_rear, self.upper_ball)
        lower, travel = self._arm(model, f"{name}_lower", chassis, self.lower_arm, *lower_points, self.lower_bushes)
        upper, _ = self._arm(model, f"{name}_upper", chassis, self.upper_arm, *upper_points, self.upper_bushes)
        figures = [bar(self.lower_ball, self.upper_ball, 0.025), bar(self.wheel_centre, self.tie_rod_outer, 0.02)]
        knuckle = model.add(f"{name}_knuckle", self.knuckle.body(figures))
        ball_joint(model, f"{name}_lower_ball", lower, knuckle, self.lower_ball, self.lower_ball_bush)
        closing_ball_joint(model, f"{name}_upper_ball", upper, knuckle, self.upper_ball, self.upper_ball_bush)
        rod(model, f"{name}_tie_rod", rack, self.tie_rod_inner, knuckle, self.tie_rod_outer, self.tie_rod_bushes)
        self.spring.add(model, f"{name}_spring", lower, self.spring_foot, chassis, self.spring_top)
        return self.wheel.add(model, name, knuckle, self.wheel_centre, travel)

    @staticmethod
    def _arm(
        model: Model, name: str, chassis: Part, mass: Mass, front: Point, rear: Point, ball: Point, bushes: PivotBushes | None
    ) -> tuple[Body, Joint]:
        arm = model.add(f"{name}_arm", mass.body([bar(front, ball), bar(rear, ball)]))
        return arm, pivot(model, f"{name}_pivot", chassis, arm, front, rear, ball, bushes)
