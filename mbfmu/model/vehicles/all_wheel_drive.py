"""AllWheelDrive: a centre differential that drives the differentials of both axles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...base.errors import MbfmuError
from ..declare.model import Model
from ..elements.constraints import Differential
from ..elements.forces import JointTorque
from ..elements.joints import Revolute
from ..elements.parts import Body
from ..elements.parts.base import Part
from .argument_kinds import refusing_others
from .differentials import ClutchPack, LimitedSlip, Locked
from .drivetrain import Drive, DrivenCarrier, Drivetrain
from .vehicle_side import Point, Sided
from .wheel import Corner


@dataclass(frozen=True)
class AllWheelDrive(Sided):
    """A differential at `centre` [m] that gives half of its torque to each of two axles, `front` and `rear`.

    `m_carrier` [kg] and `I_carrier` [kg.m2] are those of the centre carrier. It turns about y like the axles, as with crosswise engines: bevel gears
    and propeller shafts are not modelled, nor is their reaction about x. `slip` limits the speed of the axles against each other. Raises MbfmuError
    where the drivetrain in front is none of the front axle, or the one behind none of the rear axle.
    """

    front: Drivetrain
    rear: Drivetrain
    centre: Point
    m_carrier: float
    I_carrier: float
    slip: LimitedSlip | ClutchPack | Locked | None = None

    def __post_init__(self) -> None:
        for axle, drivetrain in (("front", self.front), ("rear", self.rear)):
            if drivetrain.axle != axle:
                raise MbfmuError(f'AllWheelDrive: {axle} drives the {drivetrain.axle} axle: give it axle="{axle}"')

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, corners: dict[str, Corner]) -> CentreDrive:
        """Add it to a model, for the wheels "FL", "FR", "RL" and "RR".

        Its elements are named `name` followed by `_carrier`, `_carrier_bearing`, `_motor`, `_differential`, `_slip` where slip is limited, and by
        `_front` and `_rear` with the names of each Drivetrain. frame_a of the chassis stands at the vehicle's axes.
        """
        front = self.front.add(model, f"{name}_front", chassis, corners)
        rear = self.rear.add(model, f"{name}_rear", chassis, corners)
        carrier = model.add(f"{name}_carrier", Body(m=self.m_carrier, I=[self.I_carrier] * 3))
        bearing = model.add(f"{name}_carrier_bearing", Revolute(chassis.at(self.centre.r), carrier.frame_a, n=[0, 1, 0]))
        motor = model.add(f"{name}_motor", JointTorque(bearing))
        axles = (front.carrier_bearing, rear.carrier_bearing)
        differential = model.add(f"{name}_differential", Differential(bearing, *axles))
        if self.slip is not None:
            self.slip.add(model, f"{name}_slip", (front.carrier, rear.carrier), differential)
        return CentreDrive(front=front, rear=rear, carrier=carrier, carrier_bearing=bearing, differential=differential, motor=motor)


@dataclass(frozen=True)
class CentreDrive(DrivenCarrier):
    """A drivetrain of all wheels in a model: the carrier of the centre differential, and the drives of both axles."""

    front: Drive
    rear: Drive

    def roll(self, w_front: Any, w_rear: Any) -> None:
        """Start with the speeds [rad/s] of front and rear wheels that roll freely."""
        self.front.roll(w_front, w_rear)
        self.rear.roll(w_front, w_rear)
        self.carrier_bearing.w_start = self.rolling(w_front, w_rear)

    def rolling(self, w_front: Any, w_rear: Any) -> Any:
        """The speed [rad/s] of its carrier where front and rear wheels have these."""
        return 0.5 * (w_front + w_rear)
