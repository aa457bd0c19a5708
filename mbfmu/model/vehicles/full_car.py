"""FullCar: a car with any suspensions in front and behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...base.errors import MbfmuError
from ..declare.frame import Frame
from ..declare.model import Model
from ..elements.forces.air_force import AirForce
from ..elements.joints import FreeMotion
from ..elements.parts import Body, World
from ..elements.visuals import Box, Visual
from .all_wheel_drive import AllWheelDrive, CentreDrive
from .anti_roll_bar import AntiRollBar, Bar
from .argument_kinds import refusing_others
from .combustion_drive import CombustionDrive, PoweredDrive
from .drivetrain import Drive, Drivetrain
from .electric_axle import ElectricAxle
from .mass import Mass
from .rack_steering import RackSteering, Steering
from .steering_wheel import SteeringWheel
from .suspension import Suspension
from .vehicle_side import Sided
from .wheel import Corner


@dataclass(frozen=True)
class FullCar(Sided):
    """A car with front, rear or all-wheel drive, with or without an engine: its body, with all that is fixed to it, and templates of its parts.

    All have the same axes, with the origin on the ground. In front and behind stands any Suspension, such as McPherson, DoubleWishbone,
    FiveLink, SemiTrailingArm, SolidAxle or TwistBeam; the front one is steered, tie rods behind end on the body. Bars may be missing. `air` makes the
    force of the air on a frame of the body, which stands on the ground in the middle between the axles; MbfmuError where it is no function.

    MID_SIZE_CAR has 19 bodies: the body, the rack, and on each side a front arm, a knuckle, a front wheel, a rear arm, a rear wheel, half of each
    anti-roll bar and a half shaft; and the carrier of the differential. It has 19 degrees of freedom: six of the body, one of the rack, four wheel
    travels, four wheel spins, two twists of half shafts, and two halves of the rear bar, whose links have rubber.
    """

    body: Mass
    front: Suspension
    rear: Suspension
    steering: RackSteering | SteeringWheel
    front_bar: AntiRollBar | None
    rear_bar: AntiRollBar | None
    drivetrain: Drivetrain | AllWheelDrive | CombustionDrive | ElectricAxle
    air: Callable[[Frame], AirForce] | None = None

    def __post_init__(self) -> None:
        if self.air is not None and not callable(self.air):
            raise MbfmuError(f"FullCar: air = {self.air!r} must be a function that takes a frame, such as lambda frame: Aerodynamics(frame, A=2.2)")

    @refusing_others
    def add(self, model: Model, world: World) -> Car:
        """Add it to a model, where it stands in its design position over the world's z = 0 and has neither tires nor hubs.

        Its elements are named chassis and motion. The names of the others begin with steering, front_left, front_right, rear_left, rear_right,
        front_bar, rear_bar and drive. The force of the air is named air.
        """
        chassis = model.add("chassis", self.body.body(self._figures()))
        motion = model.add("motion", FreeMotion(world.frame_b, chassis.frame_a))
        steering = self.steering.add(model, "steering", chassis)
        front_left, front_right = self.front.axle(model, "front", chassis, steering.rack)
        rear_left, rear_right = self.rear.axle(model, "rear", chassis, chassis)
        corners = {"FL": front_left, "FR": front_right, "RL": rear_left, "RR": rear_right}
        drive = self.drivetrain.add(model, "drive", chassis, corners)
        return Car(
            chassis=chassis,
            motion=motion,
            front_left=front_left,
            front_right=front_right,
            rear_left=rear_left,
            rear_right=rear_right,
            steering=steering,
            front_bar=_between(self.front_bar, model, "front_bar", chassis, front_left, front_right),
            rear_bar=_between(self.rear_bar, model, "rear_bar", chassis, rear_left, rear_right),
            drive=drive,
            air=None if self.air is None else model.add("air", self.air(chassis.at([self._middle, 0.0, 0.0]))),
        )

    @property
    def _middle(self) -> float:
        """Where the middle between the axles is [m]."""
        return 0.5 * (self.front.wheel_centre.x + self.rear.wheel_centre.x)

    def _figures(self) -> list[Visual]:
        """A lower body and a cabin around the axles."""
        front, rear, width = self.front.wheel_centre, self.rear.wheel_centre, 2.0 * self.front.wheel_centre.y
        base, middle = front.x - rear.x, self._middle
        lower = Box(size=[base + 1.7, width - 0.25, 0.4], r=[middle, 0, 0.52], colour="#2f6fb3cc")
        cabin = Box(size=[0.62 * base, width - 0.35, 0.55], r=[middle - 0.15 * base, 0, 1.0], colour="#9fc3e699")
        roof = Box(size=[0.5 * base, width - 0.38, 0.04], r=[middle - 0.15 * base, 0, 1.29], colour="#2f6fb3cc")
        lamps = [Box(size=[0.05, 0.3, 0.12], r=[front.x + 0.85, y, 0.62], colour="#fff3c4") for y in (-0.5, 0.5)]
        tails = [Box(size=[0.05, 0.3, 0.1], r=[rear.x - 0.85, y, 0.65], colour="#c22f2f") for y in (-0.5, 0.5)]
        return [lower, cabin, roof, *lamps, *tails]


def _between(bar: AntiRollBar | None, model: Model, name: str, chassis: Body, left: Corner, right: Corner) -> Bar | None:
    """A bar between the parts that carry two wheels, if there is one."""
    return None if bar is None else bar.add(model, name, chassis, left.carrier, right.carrier)


@dataclass(frozen=True)
class Car:
    """A car in a model: its body, the joint of the body against the world, its wheels, its steering, its bars, its drive and its air."""

    chassis: Body
    motion: FreeMotion
    front_left: Corner
    front_right: Corner
    rear_left: Corner
    rear_right: Corner
    steering: Steering
    front_bar: Bar | None
    rear_bar: Bar | None
    drive: Drive | CentreDrive | PoweredDrive
    air: AirForce | None

    @property
    def corners(self) -> dict[str, Corner]:
        """The wheels as "FL", "FR", "RL" and "RR"."""
        return {"FL": self.front_left, "FR": self.front_right, "RL": self.rear_left, "RR": self.rear_right}

    def roll(self, speed: Any, front: Any, rear: Any) -> None:
        """Start ahead at `speed` [m/s], with wheels that spin at `speed` / `front` and `speed` / `rear`, with these radii in m."""
        self.motion.v_start = [speed, 0.0, 0.0]
        w_front, w_rear = speed / front, speed / rear
        for name, corner in self.corners.items():
            corner.bearing.w_start = w_front if name.startswith("F") else w_rear
        self.drive.roll(w_front, w_rear)
