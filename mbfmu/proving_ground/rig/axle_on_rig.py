"""AxleOnRig: both sides of a suspension on a body that does not move, brought to heights of their wheels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...analysis.kinematics.posture import Posture
from ...base.errors import MbfmuError
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.joints import FreeMotion, Prismatic
from ...model.elements.parts import Body, World
from ...model.elements.parts.base import Part
from ...model.vehicles.suspension import SteerableSuspension, Suspension
from ...model.vehicles.wheel import Corner
from .spring_rate import spring_rate
from .steer_axis import SteerAxis

SIDES = {"left": 1.0, "right": -1.0}  # the sign of y
MOST = 30  # steps of Newton's method
PRECISE = 1e-12  # m: what a wheel's height may be off
STEP = 2e-3  # m: of wheel travel between motion ratios that are differenced
STENCIL = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))  # of a first derivative, of fourth order


@dataclass(frozen=True)
class SideNow:
    """One side at one posture.

    `contact` (3,) is the lowest point of the wheel [m]. `rising` (6,) is how the carrier moves at the wheel's centre, in m and rad a metre of the
    centre's rise with the rack held. `motion_ratio` is the spring's compression by that rise. `axis` is None where no rack steers.
    """

    sign: float
    R: np.ndarray
    centre: np.ndarray
    contact: np.ndarray
    rising: np.ndarray
    motion_ratio: float
    axis: SteerAxis | None

    def motion_of_contact(self) -> np.ndarray:
        """The velocity (3,) of the carrier at the contact, a metre a second of the centre's rise."""
        return self.rising[:3] + np.cross(self.rising[3:], self.contact - self.centre)


class AxleOnRig:
    """A Model of an axle on the World, with its Posture. Raises MbfmuError for a suspension that a rig without forces cannot place."""

    def __init__(self, suspension: Suspension):
        model = self.model = Model("Rig")
        world = model.add("world", World(g=0.0))
        self.steered = isinstance(suspension, SteerableSuspension)
        rack: Part = world
        if self.steered:
            rack = model.add("rack", Body(m=1.0, I=[1.0, 1.0, 1.0]))
            model.add("rack_guide", Prismatic(world.frame_a, rack.frame_a, n=[0.0, 1.0, 0.0]))
        corners = suspension.axle(model, "axle", world, rack)
        self.corners: dict[str, Corner] = dict(zip(SIDES, corners))
        self.radius = suspension.wheel.radius
        kind = type(suspension).__name__
        if corners[0].travel is corners[1].travel:
            raise MbfmuError(f"kinematics_rig: the wheels of a {kind} share one body; the rig takes suspensions whose wheels move by themselves")
        posture = Posture(model)
        if (free := len(posture.speeds)) != (wanted := 4 + self.steered):
            why = f"has {free} degrees of freedom on the rig, not {wanted}: its places follow from forces where it has bushes"
            raise MbfmuError(f"kinematics_rig: the {kind} {why}. Leave its bushes out")
        speeds = [*(["rack_guide.v"] if self.steered else []), *(self._names(side)[1] for side in SIDES), *(f"{c.bearing.path}.w" for c in corners)]
        self.posture = Posture(model, independent=speeds)
        self.spring, self.spring_length = suspension.spring, self._spring_length("left")
        self.design = {side: float(self.posture.pose(corner.hub)[2, 3]) for side, corner in self.corners.items()}

    def place(self, rises: Mapping[str, float], rack: float) -> None:
        """Bring both wheels' centres up by `rises` [m] from the design position, and the rack by `rack` [m] to the left."""
        held = {"rack_guide.s": rack} if self.steered else {}
        goals = {side: self.design[side] + rise for side, rise in rises.items()}
        for _ in range(MOST):
            offs = {side: goal - self.posture.pose(self.corners[side].hub)[2, 3] for side, goal in goals.items()}
            self._close({**held, **dict(self._nearer(side, off) for side, off in offs.items())}, rises)
            if max(map(abs, offs.values())) < PRECISE:
                return
        raise self._out_of_reach(rises)

    def _close(self, coordinates: Mapping[str, float], rises: Mapping[str, float]) -> None:
        try:
            self.posture.place(coordinates)
        except MbfmuError as error:
            raise self._out_of_reach(rises) from error

    @staticmethod
    def _out_of_reach(rises: Mapping[str, float]) -> MbfmuError:
        heights = " and ".join(f"{rise:g} m ({side})" for side, rise in rises.items())
        return MbfmuError(f"kinematics_rig: the links do not let the wheels rise by {heights}, or the rack go so far: give less")

    def _nearer(self, side: str, off: float) -> tuple[str, float]:
        """The coordinate of a side's travel, and its value after a step of Newton's method."""
        coordinate, speed = self._names(side)
        slope = self.posture.jacobian(self.corners[side].hub)[2, self.posture.speeds.index(speed)]
        return coordinate, float(self.posture.q[self.posture.coordinates.index(coordinate)] + off / slope)

    def _names(self, side: str) -> tuple[str, str]:
        """The coordinate and the speed that tell how far a wheel has come up."""
        joint = self.corners[side].travel
        coordinate, speed = ("r[3]", "v[3]") if isinstance(joint, FreeMotion) else (joint.coordinate_names[0], joint.speed_names[0])
        return f"{joint.path}.{coordinate}", f"{joint.path}.{speed}"

    def side(self, side: str) -> SideNow:
        """What one side does in the present posture."""
        corner, sign = self.corners[side], SIDES[side]
        T, J = self.posture.pose(corner.hub), self.posture.jacobian(corner.hub)
        R, centre = T[:3, :3], T[:3, 3]
        down = R[:, 1] * R[2, 1] - np.array([0.0, 0.0, 1.0])
        contact = centre + self.radius * down / np.linalg.norm(down)
        travel = self.posture.speeds.index(self._names(side)[1])
        shorter = -self._lengthening(side)
        axis = None
        if self.steered:
            rack = self.posture.speeds.index("rack_guide.v")
            axis = SteerAxis.of_motion(centre, J[:, rack] - J[:, travel] * shorter[rack] / shorter[travel], f"the {side} side")
        rise = J[2, travel]
        return SideNow(
            sign=sign, R=R, centre=centre, contact=contact, rising=J[:, travel] / rise, motion_ratio=float(shorter[travel] / rise), axis=axis
        )

    def _lengthening(self, side: str) -> np.ndarray:
        """The rate of the spring's length by each independent speed."""
        ends = self._spring_ends(side)
        a, b = (self.posture.pose(end)[:3, 3] for end in ends)
        J_a, J_b = (self.posture.jacobian(end)[:3] for end in ends)
        return (b - a) / np.linalg.norm(b - a) @ (J_b - J_a)

    def _spring_ends(self, side: str) -> tuple[Frame, Frame]:
        spring = self.model.elements[f"axle_{side}_spring"]
        return spring.frame_a, spring.frame_b

    def _spring_length(self, side: str) -> float:
        a, b = (self.posture.pose(end)[:3, 3] for end in self._spring_ends(side))
        return float(np.linalg.norm(b - a))

    def _wheel_force(self, side: str) -> float:
        """The vertical force [N] at the wheel's centre that holds spring and stops, without weight."""
        travel = self.posture.speeds.index(self._names(side)[1])
        return float(self.posture.holding_forces()[travel] / self.posture.jacobian(self.corners[side].hub)[2, travel])

    def wheel_rates(self, rises: Mapping[str, float], rack: float) -> dict[str, float]:
        """How the force at each wheel grows with its rise [N/m], the other wheel and the rack at rest; the axle is left at these rises.

        With the motion ratio i, the spring's rate c and its force F it is c i^2 + F di/dz. Only i is differenced: links are smooth, stops are not.
        """
        bending = dict.fromkeys(rises, 0.0)
        for steps, weight in STENCIL:
            self.place({side: rise + steps * STEP for side, rise in rises.items()}, rack)
            for side in rises:
                bending[side] += weight * self.side(side).motion_ratio / STEP
        self.place(rises, rack)
        found = {}
        for side in rises:
            i = self.side(side).motion_ratio
            rate = spring_rate(self.spring, self.spring_length - self._spring_length(side))
            found[side] = float(rate * i**2 + self._wheel_force(side) / i * bending[side])
        return found
