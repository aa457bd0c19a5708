"""SemiTrailingArm: one arm whose axis lies oblique under the body."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .bush import PivotBushes
from .figures import bar
from .mass import Mass
from .pivot import pivot
from .suspension import Suspension
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point
from .wheel import Corner, Wheel


@dataclass(frozen=True)
class SemiTrailingArm(Suspension):
    """Hard points [m] of the left side, masses and springs of a semi-trailing arm.

    The arm turns about the line from `pivot_inner` to `pivot_outer`, and carries the wheel. Spring and damper stand between `spring_foot` on the
    arm and `spring_top` on the body.

    One degree of freedom beside the wheel's spin: the angle of the arm, positive where the wheel comes up. There is no closed loop.

    Rubber may stand in place of the pivot (`arm_bushes`, at pivot_inner first), which adds degrees of freedom.
    """

    pivot_inner: Point
    pivot_outer: Point
    spring_foot: Point
    spring_top: Point
    wheel_centre: Point
    arm: Mass
    wheel: Wheel
    spring: SuspensionSpring
    arm_bushes: PivotBushes | None = None

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part) -> Corner:
        """Add it to a model.

        Its elements are named `name` followed by `_arm`, `_pivot`, `_spring`, `_wheel`, `_bearing` and `_brake`.

        frame_a of the chassis stands at the vehicle's axes.
        """
        arm = model.add(f"{name}_arm", self.arm.body([bar(p, self.wheel_centre, 0.025) for p in (self.pivot_inner, self.pivot_outer)]))
        travel = pivot(model, f"{name}_pivot", chassis, arm, self.pivot_inner, self.pivot_outer, self.wheel_centre, self.arm_bushes)
        self.spring.add(model, f"{name}_spring", arm, self.spring_foot, chassis, self.spring_top)
        return self.wheel.add(model, name, arm, self.wheel_centre, travel)

    def axle(self, model, name, chassis, rack):
        return self.add(model, f"{name}_left", chassis), self.mirrored().add(model, f"{name}_right", chassis)
