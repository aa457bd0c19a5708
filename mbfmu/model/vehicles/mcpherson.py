"""McPherson: a strut that guides the wheel, on one lower arm."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.constraints import PointOnLine
from ..elements.joints import Prismatic
from ..elements.parts import Body
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .ball_joint import ball_joint
from .bush import Bush, PivotBushes
from .figures import bar
from .mass import Mass
from .pivot import pivot
from .rod import LinkBushes, rod
from .suspension import SteerableSuspension
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point, Sided
from .wheel import Corner, Wheel


@dataclass(frozen=True)
class StrutMount(Sided):
    """Rubber between a strut and the body, and the `rod` of the damper with all that is on it, which the rubber holds: spring and damper act on it.

    The rod slides in the knuckle and turns with it, so c_phi of the bush about the strut resists steering: 0 where the mount has a bearing.
    """

    bush: Bush
    rod: Mass


@dataclass(frozen=True)
class McPherson(SteerableSuspension):
    """Hard points [m] of the left side, masses and springs of a McPherson suspension.

    The lower arm turns about the line from `arm_rear` to `arm_front`, and carries the knuckle at `ball_joint`. The strut is a part of the knuckle:
    its line from `strut_foot` to `strut_top` always goes through `strut_top` of the body, and spring and damper lie along it. The tie rod leads from
    `tie_rod_inner` on the rack to `tie_rod_outer` on the knuckle.

    One degree of freedom beside the wheel's spin: the angle of the arm, positive where the wheel comes up. No constraint is redundant: arm and ball
    joint have four degrees of freedom, the strut removes two of them, and the tie rod one.

    Rubber may stand in place of the arm's pivot (`arm_bushes`, at arm_front first), of the ball joint, in the ends of the tie rod, and between strut
    and body (`strut_mount`): each adds degrees of freedom.
    """

    arm_front: Point
    arm_rear: Point
    ball_joint: Point
    strut_foot: Point
    strut_top: Point
    tie_rod_inner: Point
    tie_rod_outer: Point
    wheel_centre: Point
    arm: Mass
    knuckle: Mass
    wheel: Wheel
    spring: SuspensionSpring
    arm_bushes: PivotBushes | None = None
    ball_joint_bush: Bush | None = None
    tie_rod_bushes: LinkBushes | None = None
    strut_mount: StrutMount | None = None

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, rack: Part) -> Corner:
        """Add it to a model.

        Its elements are named `name` followed by `_arm`, `_arm_pivot`, `_knuckle`, `_ball_joint`, `_strut`, `_tie_rod`, `_spring`, `_wheel`,
        `_bearing` and `_brake`; with a strut mount `_strut` is the joint of the rod in the knuckle, and `_rod` and `_strut_bush` are there too.
        `rack` is the part that holds the inner end of the tie rod: the chassis where nothing steers. frame_a of both parts stands at the vehicle's
        axes.
        """
        arm = model.add(f"{name}_arm", self.arm.body([bar(self.arm_front, self.ball_joint), bar(self.arm_rear, self.ball_joint)]))
        travel = pivot(model, f"{name}_arm_pivot", chassis, arm, self.arm_front, self.arm_rear, self.ball_joint, self.arm_bushes)
        strut = [
            bar(self.strut_foot, self.strut_top, 0.022),
            bar(self.ball_joint, self.strut_foot, 0.03),
            bar(self.wheel_centre, self.tie_rod_outer, 0.02),
        ]
        knuckle = model.add(f"{name}_knuckle", self.knuckle.body(strut))
        ball_joint(model, f"{name}_ball_joint", arm, knuckle, self.ball_joint, self.ball_joint_bush)
        above = self._strut(model, name, knuckle, chassis)
        rod(model, f"{name}_tie_rod", rack, self.tie_rod_inner, knuckle, self.tie_rod_outer, self.tie_rod_bushes)
        self.spring.add(model, f"{name}_spring", knuckle, self.strut_foot, above, self.strut_top)
        return self.wheel.add(model, name, knuckle, self.wheel_centre, travel)

    def _strut(self, model: Model, name: str, knuckle: Body, chassis: Part) -> Part:
        """Guide the knuckle along the strut. Returns the part on which spring and damper stand above."""
        line = self.strut_foot.to(self.strut_top)
        if self.strut_mount is None:
            model.add(f"{name}_strut", PointOnLine(knuckle.at(self.strut_foot.r), chassis.at(self.strut_top.r), n=line))
            return chassis
        rod = model.add(f"{name}_rod", self.strut_mount.rod.body([bar(self.strut_foot, self.strut_top, 0.011)]))
        model.add(f"{name}_strut", Prismatic(knuckle.at(self.strut_top.r), rod.at(self.strut_top.r), n=line))
        self.strut_mount.bush.add(model, f"{name}_strut_bush", chassis, rod, self.strut_top)
        return rod
