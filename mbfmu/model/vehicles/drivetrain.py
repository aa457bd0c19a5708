"""Drivetrain: a differential that drives two wheels through half shafts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ...base.errors import MbfmuError
from ..declare.declarations import Handle
from ..declare.model import Model
from ..elements.constraints import Differential
from ..elements.forces import Bushing, JointTorque
from ..elements.joints import Revolute
from ..elements.parts import Body
from ..elements.parts.base import Part
from ..elements.visuals import Cylinder, Visual
from .argument_kinds import refusing_others
from .differentials import ClutchPack, LimitedSlip, Locked
from .figures import STEEL
from .vehicle_side import Point, Sided
from .wheel import Corner


@dataclass(frozen=True)
class Drivetrain(Sided):
    """A differential at `centre` [m], and half shafts from there to two wheels.

    `m_carrier`, `m_shaft` [kg], `I_carrier`, `I_shaft` [kg.m2] about the axle and across it: of the carrier with all that turns with it, and of
    each half shaft. A half shaft has two constant-velocity joints and is twisted with stiffness c [N.m/rad] and damping d [N.m.s/rad]. What it
    transmits acts on the wheel and on no part of the suspension.

    `axle` is the axle that it drives, "front" or "rear". `slip` limits the speed of the shafts against each other: None for an open differential,
    LimitedSlip, ClutchPack, or Locked. Raises MbfmuError for another axle.

    Two degrees of freedom: the twists of the half shafts, one fewer with Locked. The differential removes that of the carrier.
    """

    centre: Point
    m_carrier: float
    I_carrier: float
    m_shaft: float
    I_shaft: float
    c: float
    d: float
    axle: Literal["front", "rear"] = "rear"
    slip: LimitedSlip | ClutchPack | Locked | None = None

    def __post_init__(self) -> None:
        if self.axle not in ("front", "rear"):
            raise MbfmuError(f'Drivetrain: axle = {self.axle!r} must be "front" or "rear"')

    @refusing_others
    def add(self, model: Model, name: str, chassis: Part, corners: dict[str, Corner]) -> Drive:
        """Add it to a model, for the wheels of its axle among the `corners` "FL", "FR", "RL" and "RR".

        Its elements are named `name` followed by `_carrier`, `_carrier_bearing`, `_motor`, `_differential`, and `_left_shaft`, `_left_shaft_bearing`,
        `_left_twist`, and the same with right; `_slip` where slip is limited. frame_a of the chassis stands at the vehicle's axes.
        """
        case = Cylinder(radius=0.11, length=0.13, axis=[0, 1, 0], colour=STEEL)
        carrier, joint = self._turning(model, f"{name}_carrier", chassis, self.m_carrier, self.I_carrier, [case])
        motor = model.add(f"{name}_motor", JointTorque(joint))
        shafts = []
        bodies = []
        for side in ("left", "right"):
            corner = corners[f"{self.axle[0]}{side[0]}".upper()]
            shaft, bearing = self._turning(model, f"{name}_{side}_shaft", chassis, self.m_shaft, self.I_shaft, [])
            twist = {"c_phi": [0.0, self.c, 0.0], "d_phi": [0.0, self.d, 0.0]}
            model.add(f"{name}_{side}_twist", Bushing(shaft.frame_a, corner.wheel.frame_a, **twist))
            shafts.append(bearing)
            bodies.append(shaft)
        differential = model.add(f"{name}_differential", Differential(joint, *shafts))
        if self.slip is not None:
            self.slip.add(model, f"{name}_slip", bodies, differential)
        return Drive(
            axle=self.axle,
            carrier=carrier,
            carrier_bearing=joint,
            left_shaft=shafts[0],
            right_shaft=shafts[1],
            differential=differential,
            motor=motor,
        )

    def _turning(self, model: Model, name: str, chassis: Part, m: float, I: float, figures: list[Visual]) -> tuple[Body, Revolute]:
        """A body that turns about the axle."""
        body = model.add(name, Body(m=m, I=[I, I, I], visual=figures))
        return body, model.add(f"{name}_bearing", Revolute(chassis.at(self.centre.r), body.frame_a, n=[0, 1, 0]))


@dataclass(frozen=True)
class DrivenCarrier:
    """The carrier of a differential in a model, its joint, the differential, and the torque that drives it."""

    carrier: Body
    carrier_bearing: Revolute
    differential: Differential
    motor: JointTorque

    @property
    def input(self) -> Handle:
        """The torque [N.m] on the carrier, forward."""
        return self.motor.tau

    @property
    def inputs(self) -> Mapping[str, Handle]:
        """Its input by name: `drive`."""
        return {"drive": self.input}

    @property
    def outputs(self) -> Mapping[str, Handle]:
        """It has no outputs of its own."""
        return {}


@dataclass(frozen=True)
class Drive(DrivenCarrier):
    """A drivetrain of one axle in a model: its carrier, and the joints of the half shafts."""

    axle: Literal["front", "rear"]
    left_shaft: Revolute
    right_shaft: Revolute

    def roll(self, w_front: Any, w_rear: Any) -> None:
        """Start with the speeds [rad/s] of front and rear wheels that roll freely."""
        for joint in (self.carrier_bearing, self.left_shaft, self.right_shaft):
            joint.w_start = self.rolling(w_front, w_rear)

    def rolling(self, w_front: Any, w_rear: Any) -> Any:
        """The speed [rad/s] of its carrier where front and rear wheels have these."""
        return w_front if self.axle == "front" else w_rear
