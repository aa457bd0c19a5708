"""TwistBeam: two trailing arms, joined by a cross member that twists where one wheel comes up more than the other."""

from __future__ import annotations

from dataclasses import dataclass

from ..declare.model import Model
from ..elements.joints import Fixed, FreeMotion
from ..elements.parts import FlexibleBody
from ..elements.parts.base import Part
from ..sections import Material, Section
from ..structure.beam import beam_data
from .argument_kinds import refusing_others
from .bush import Bush
from .figures import bar
from .mass import Mass
from .solid_axle import Axle
from .suspension import Suspension
from .suspension_spring import SuspensionSpring
from .vehicle_side import Point
from .wheel import Corner, Wheel

STEEL = Material(E=210e9, rho=7850.0, nu=0.3)
MODES = 5  # of six static ones: torsion, and bending of two kinds in two planes; the sixth is stretch, which is stiff and changes nothing


@dataclass(frozen=True)
class TwistBeam(Suspension):
    """Hard points [m] of the left side, masses and springs of a twist-beam axle.

    A trailing arm hangs on the rubber `bush` at `mount` of the body, and carries the wheel. The cross member holds both arms, from `beam_end` to its
    mirror image. These points lie on its line of shear centres, about which an open section twists without bending; its elasticity and its mass are
    on this line. `section` has its height along z, and the torsion constant J that acts, with warping where arms prevent it. Spring and damper stand
    between `spring_foot` on the arm and `spring_top` on the body.

    In roll, each arm turns about the line from its mount to the middle of the line of shear centres. With the beam near the mounts the axle
    is a pair of trailing arms, with the beam between the wheels a solid axle. Eleven degrees of freedom beside the spins of the wheels: six
    of the beam's middle, held by the bushes, and five elastic ones. There is no closed loop. Without rubber, mounts would hinder roll: the line
    between them would have to stretch.
    """

    mount: Point
    beam_end: Point
    spring_foot: Point
    spring_top: Point
    wheel_centre: Point
    arm: Mass
    bush: Bush
    section: Section
    wheel: Wheel
    spring: SuspensionSpring
    material: Material = STEEL

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part) -> Axle:
        """Add it to a model.

        Its elements are named `name` followed by `_beam`, `_motion`, and `_left_arm`, `_left_weld`, `_left_bush`, `_left_spring`, `_left_wheel`,
        `_left_bearing`, `_left_brake`, and the same with right. frame_a of the chassis stands at the vehicle's axes.
        """
        beam = model.add(f"{name}_beam", FlexibleBody(self._elasticity(), modes=MODES))
        middle = Point(self.beam_end.x, 0.0, self.beam_end.z)
        motion = model.add(f"{name}_motion", FreeMotion(chassis.at(middle.r), beam.node("middle")))
        left, right = (sided._side(model, name, side, chassis, beam, motion) for side, sided in (("left", self), ("right", self.mirrored())))
        return Axle(beam, motion, left, right)

    def axle(self, model, name, chassis, rack):
        added = self.add(model, name, chassis)
        return added.left, added.right

    def _elasticity(self):
        """Static modes of both ends: what loads there do to the cross member is exact."""
        y = self.beam_end.y
        vertices = {"left": [0.0, y, 0.0], "middle": [0.0, 0.0, 0.0], "right": [0.0, -y, 0.0]}
        return beam_data(vertices, self.section, self.material, up=[0.0, 0.0, 1.0], elements=4, modes=0, interfaces=["left", "right"])

    def _side(self, model: Model, axle: str, side: str, chassis: Part, beam: FlexibleBody, motion: FreeMotion) -> Corner:
        name = f"{axle}_{side}"
        arm = model.add(f"{name}_arm", self.arm.body([bar(self.mount, self.wheel_centre, 0.025)]))
        model.add(f"{name}_weld", Fixed(beam.node(side), arm.at(self.beam_end.r)))
        self.bush.add(model, f"{name}_bush", chassis, arm, self.mount)
        self.spring.add(model, f"{name}_spring", arm, self.spring_foot, chassis, self.spring_top)
        return self.wheel.add(model, name, arm, self.wheel_centre, motion)
