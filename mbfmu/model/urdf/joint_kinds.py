"""URDF's joint types: which joint each becomes, which loads act on it and what the FMU shows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..declare.frame import Frame
from ..declare.model import Model
from ..elements.forces import JointForce, JointLoad, JointTorque, PrismaticEndStop, PrismaticFriction, RevoluteEndStop, RevoluteFriction
from ..elements.joints import Fixed, FreeMotion, Joint, Planar, Prismatic, Revolute
from .robot import Numbers, RobotJoint


@dataclass(frozen=True)
class Actuation:
    """What belongs to a joint with one coordinate: its actuator and input, its friction, and its end stops.

    A stop holds the joint's effort at `depth`, and at the speed 1/`damping` it pushes twice as hard on the way in.
    """

    actuator: type[JointLoad]
    input: str
    start: str
    friction: type[JointLoad]
    end_stop: type[JointLoad]
    depth: float
    damping: float


TURNING = Actuation(
    actuator=JointTorque, input="tau", start="phi_start", friction=RevoluteFriction, end_stop=RevoluteEndStop, depth=0.01, damping=1.0
)
SLIDING = Actuation(actuator=JointForce, input="f", start="s_start", friction=PrismaticFriction, end_stop=PrismaticEndStop, depth=0.001, damping=10.0)


def no_axis(axis: Numbers) -> dict[str, Any]:
    """The parameters of a joint without an axis."""
    return {}


def along(axis: Numbers) -> dict[str, Any]:
    """The parameters of a joint about or along an axis."""
    return {"n": axis}


def across(axis: Numbers) -> dict[str, Any]:
    """The parameters of a joint in the plane across an axis."""
    return {"n": axis, "n_x": np.eye(3)[int(np.argmin(np.abs(axis)))]}


@dataclass(frozen=True)
class JointKind:
    """One of URDF's joint types."""

    element: type[Joint]
    axes: Callable[[Numbers], dict[str, Any]] = no_axis
    outputs: tuple[str, ...] = ()
    drive: Actuation | None = None

    def joint(self, given: RobotJoint, frame_a: Frame, frame_b: Frame) -> Joint:
        """The joint between two frames."""
        values = self.axes(given.axis)
        if given.limits and self.drive:
            values[self.drive.start] = float(np.clip(0.0, *given.limits))
        return self.element(frame_a, frame_b, **values)

    def unstopped(self, given: RobotJoint) -> str:
        """Why limits become no end stops of the joint's own; "" where they do, or where there are none or those of the joint that it follows."""
        if not given.limits or given.mimic:
            return ""
        if given.limits[0] == given.limits[1]:
            return "no end stops, the joint moves freely: its lower and its upper limit are the same"
        return "no end stops, the joint may leave its limits: no effort > 0 is given" if given.effort <= 0.0 else ""

    def loads(self, given: RobotJoint, joint: Joint, end_stops: bool) -> Mapping[str, JointLoad]:
        """An actuator and end stops unless it follows another joint, which has both, and friction, by suffixes for their names."""
        drive = self.drive
        if drive is None:
            return {}
        loads = {} if given.mimic else {"actuator": drive.actuator(joint)}
        if given.damping or given.friction:
            loads["friction"] = drive.friction(joint, d=given.damping, dry=given.friction)
        if end_stops and given.limits and not given.mimic and not self.unstopped(given):
            lower, upper = given.limits
            loads["stop"] = drive.end_stop(joint, lower=lower, upper=upper, c=given.effort / drive.depth, d=drive.damping)
        return loads

    def expose(self, model: Model, joint: Joint, loads: Mapping[str, JointLoad]) -> None:
        """Makes the joint's outputs, and its actuator's input, outputs and an input of the FMU."""
        inputs = {}
        if self.drive and "actuator" in loads:
            inputs = {f"{joint.path}.{self.drive.input}": getattr(loads["actuator"], self.drive.input)}
        model.expose(inputs, {f"{joint.path}.{name}": getattr(joint, name) for name in self.outputs})


JOINT_KINDS: Mapping[str, JointKind] = {
    "revolute": JointKind(Revolute, along, ("phi", "w"), TURNING),
    "continuous": JointKind(Revolute, along, ("phi", "w"), TURNING),
    "prismatic": JointKind(Prismatic, along, ("s", "v"), SLIDING),
    "fixed": JointKind(Fixed),
    "floating": JointKind(FreeMotion, outputs=("r", "Q", "v", "w")),
    "planar": JointKind(Planar, across, ("s_x", "s_y", "phi", "v_x", "v_y", "w")),
}
