"""FullCar: a car of 19 bodies, McPherson in front and semi-trailing arms behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..declare.model import Model
from ..elements.joints import FreeMotion
from ..elements.parts import Body, World
from ..elements.visuals import Box, Visual
from .anti_roll_bar import AntiRollBar, Bar
from .argument_kinds import refusing_others
from .drivetrain import Drive, Drivetrain
from .mass import Mass
from .mcpherson import McPherson
from .rack_steering import RackSteering, Steering
from .semi_trailing_arm import SemiTrailingArm
from .steering_wheel import SteeringWheel
from .vehicle_side import Sided
from .wheel import Corner


@dataclass(frozen=True)
class FullCar(Sided):
    """A car with rear-wheel drive: its body, with all that is fixed to it, and templates of its parts.

    All have the same axes, with the origin on the ground.

    Bodies: the body, the rack, and on each side a front arm, a knuckle, a front wheel, a rear arm, a rear wheel, half of each anti-roll bar and a
    half shaft; and the carrier of the differential. That is 2 + 2 x 8 + 1 = 19.

    Degrees of freedom: six of the body, one of the rack, four wheel travels, four wheel spins, two twists of half shafts, and two halves of each
    anti-roll bar whose links have rubber: 19 if one bar has rubber.
    """

    body: Mass
    front: McPherson
    rear: SemiTrailingArm
    steering: RackSteering | SteeringWheel
    front_bar: AntiRollBar
    rear_bar: AntiRollBar
    drivetrain: Drivetrain

    @refusing_others
    def add(self, model: Model, world: World) -> Car:
        """Add it to a model, where it stands in its design position over the world's z = 0 and has neither tires nor hubs.

        Its elements are named chassis and motion. The names of the others begin with steering, front_left, front_right, rear_left, rear_right,
        front_bar, rear_bar and drive.
        """
        chassis = model.add("chassis", self.body.body(self._figures()))
        motion = model.add("motion", FreeMotion(world.frame_b, chassis.frame_a))
        steering = self.steering.add(model, "steering", chassis)
        front_left = self.front.add(model, "front_left", chassis, steering.rack)
        front_right = self.front.mirrored().add(model, "front_right", chassis, steering.rack)
        rear_left = self.rear.add(model, "rear_left", chassis)
        rear_right = self.rear.mirrored().add(model, "rear_right", chassis)
        front_bar = self.front_bar.add(model, "front_bar", chassis, front_left.carrier, front_right.carrier)
        rear_bar = self.rear_bar.add(model, "rear_bar", chassis, rear_left.carrier, rear_right.carrier)
        drive = self.drivetrain.add(model, "drive", chassis, rear_left, rear_right)
        return Car(
            chassis=chassis,
            motion=motion,
            front_left=front_left,
            front_right=front_right,
            rear_left=rear_left,
            rear_right=rear_right,
            steering=steering,
            front_bar=front_bar,
            rear_bar=rear_bar,
            drive=drive,
        )

    def _figures(self) -> list[Visual]:
        """A lower body and a cabin around the axles."""
        front, rear, width = self.front.wheel_centre, self.rear.wheel_centre, 2.0 * self.front.wheel_centre.y
        base, middle = front.x - rear.x, 0.5 * (front.x + rear.x)
        lower = Box(size=[base + 1.7, width - 0.25, 0.4], r=[middle, 0, 0.52], colour="#2f6fb3cc")
        cabin = Box(size=[0.62 * base, width - 0.35, 0.55], r=[middle - 0.15 * base, 0, 1.0], colour="#9fc3e699")
        roof = Box(size=[0.5 * base, width - 0.38, 0.04], r=[middle - 0.15 * base, 0, 1.29], colour="#2f6fb3cc")
        lamps = [Box(size=[0.05, 0.3, 0.12], r=[front.x + 0.85, y, 0.62], colour="#fff3c4") for y in (-0.5, 0.5)]
        tails = [Box(size=[0.05, 0.3, 0.1], r=[rear.x - 0.85, y, 0.65], colour="#c22f2f") for y in (-0.5, 0.5)]
        return [lower, cabin, roof, *lamps, *tails]


@dataclass(frozen=True)
class Car:
    """A car in a model: its body, the joint of the body against the world, its wheels, its steering, its bars and its drive."""

    chassis: Body
    motion: FreeMotion
    front_left: Corner
    front_right: Corner
    rear_left: Corner
    rear_right: Corner
    steering: Steering
    front_bar: Bar
    rear_bar: Bar
    drive: Drive

    @property
    def corners(self) -> dict[str, Corner]:
        """The wheels as "FL", "FR", "RL" and "RR"."""
        return {"FL": self.front_left, "FR": self.front_right, "RL": self.rear_left, "RR": self.rear_right}

    def roll(self, speed: Any, front: Any, rear: Any) -> None:
        """Start ahead at `speed` [m/s], with wheels that spin at `speed` / `front` and `speed` / `rear`, with these radii in m."""
        self.motion.v_start = [speed, 0.0, 0.0]
        for corner in (self.front_left, self.front_right):
            corner.bearing.w_start = speed / front
        driven = (self.rear_left.bearing, self.rear_right.bearing, self.drive.carrier_bearing, self.drive.left_shaft, self.drive.right_shaft)
        for joint in driven:
            joint.w_start = speed / rear
