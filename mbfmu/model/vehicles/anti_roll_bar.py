"""AntiRollBar: two halves that twist against each other where one wheel comes up more than the other."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.forces import TorsionSpringDamper
from ..elements.joints import Revolute
from ..elements.parts import Body
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .figures import bar
from .mass import Mass
from .rod import LinkBushes, rod
from .vehicle_side import Point, Sided


@dataclass(frozen=True)
class AntiRollBar(Sided):
    """Hard points [m] of the left side, the mass of one half, and the torsional stiffness c [N.m/rad] of an anti-roll bar.

    The bar turns about the line from `bearing` to its mirror image. Its arm ends at `arm_end`, from where a drop link leads to `link_end` on the
    suspension. A link with a stiffness [N/m] and damping [N.s/m] has rubber in its ends. One without is rigid.

    Rigid links: no degree of freedom, since each half has one that its link takes. Links with rubber: two, the angles of the halves.
    """

    bearing: Point
    arm_end: Point
    link_end: Point
    half: Mass
    c: float
    link: LinkBushes | None = None

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, left: Part, right: Part) -> Bar:
        """Add it to a model.

        Its elements are named `name` followed by `_left`, `_right`, `_left_bearing`, `_twist`, `_torsion`, `_left_link` and `_right_link`.

        `left` and `right` are the parts of the suspensions at which the links end. frame_a of all parts stands at the vehicle's axes.
        """
        halves = []
        for side, sided in (("left", self), ("right", self.mirrored())):
            middle = Point(self.bearing.x, 0.0, self.bearing.z)
            figures = [bar(middle, sided.bearing, 0.011), bar(sided.bearing, sided.arm_end, 0.011)]
            halves.append(model.add(f"{name}_{side}", sided.half.body(figures)))
        hinge = model.add(f"{name}_left_bearing", Revolute(chassis.at(self.bearing.r), halves[0].at(self.bearing.r), n=[0, 1, 0]))
        twist = model.add(f"{name}_twist", Revolute(halves[0].at(self.bearing.r), halves[1].at(self.bearing.r), n=[0, 1, 0]))
        torsion = model.add(f"{name}_torsion", TorsionSpringDamper(twist, c=self.c))
        self._link(model, f"{name}_left_link", halves[0], left)
        self.mirrored()._link(model, f"{name}_right_link", halves[1], right)
        return Bar(left=halves[0], right=halves[1], hinge=hinge, twist=twist, torsion=torsion)

    def _link(self, model: Model, name: str, half: Body, part: Part) -> None:
        rod(model, name, half, self.arm_end, part, self.link_end, self.link)


@dataclass(frozen=True)
class Bar:
    """An anti-roll bar in a model: its halves, the joints of the left half on the chassis and between the halves, and its spring."""

    left: Body
    right: Body
    hinge: Revolute
    twist: Revolute
    torsion: TorsionSpringDamper
