"""AxleOnRig: both sides of a suspension on a body that does not move, brought to heights of their wheels, and how they give way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np

from ...analysis.kinematics.resting_posture import NoRest, RestingPosture
from ...base.errors import MbfmuError
from ...mechanics.formulations.derived_parameters import place
from ...model.declare.frame import Frame
from ...model.declare.model import Model
from ...model.elements.constraints import PointOnPlane
from ...model.elements.forces import Bushing
from ...model.elements.joints import Prismatic
from ...model.elements.parts import Body, World
from ...model.elements.parts.base import Part
from ...model.vehicles.anti_roll_bar import AntiRollBar
from ...model.vehicles.rack_steering import Rack
from ...model.vehicles.suspension import SteerableSuspension, Suspension
from ...model.vehicles.wheel import Corner
from .side_now import SideNow
from .travel_ends import Excess, excesses

SIDES = {"left": 1.0, "right": -1.0}  # the sign of y
LEFT = [0.0, 1.0, 0.0]


@dataclass(frozen=True)
class Setup:
    """What stands on the rig. The rack is held, or with a `steering` the far end of its column."""

    suspension: Suspension
    steering: Rack | None = None
    bar: AntiRollBar | None = None

    @property
    def kind(self) -> str:
        """The name of the template."""
        return type(self.suspension).__name__

    @property
    def steered(self) -> bool:
        """Whether a rack moves tie rods."""
        return isinstance(self.suspension, SteerableSuspension)


class AxleOnRig:
    """An axle on the World, at rest without weight. Raises MbfmuError for a suspension that finds no equilibrium in its design position."""

    def __init__(self, setup: Setup):
        self.setup, self.radius = setup, setup.suspension.wheel.radius
        model = self.model = Model("Rig")
        self._world = model.add("world", World(g=0.0))
        rack, held = self._rack(setup.steering) if setup.steered else (self._world, [])
        self.corners: dict[str, Corner] = dict(zip(SIDES, setup.suspension.axle(model, "axle", self._world, rack)))
        if setup.bar is not None:
            setup.bar.add(model, "bar", self._world, *(corner.carrier for corner in self.corners.values()))
        moved = [*(self._pad(side, corner.hub) for side, corner in self.corners.items()), *held]
        try:
            self.posture = RestingPosture(model, moved, [corner.bearing for corner in self.corners.values()])
        except NoRest as error:
            why = f"a {setup.kind} finds no equilibrium near its design position: {error.done:.0%} of its spring's force can be put on"
            raise MbfmuError(f"kinematics_rig: {why}. Give stiffer bushes, or a spring with less force") from error
        except MbfmuError as error:
            raise MbfmuError(f"kinematics_rig, {setup.kind}: {error}") from error

    def _rack(self, steering: Rack | None) -> tuple[Part, list[PointOnPlane]]:
        """The part on which tie rods end, and what holds its place, or that of the column's far end."""
        held = self._slider("rack", self._world)
        place = self.model.add("rack_place", PointOnPlane(self._world.frame_a, held.frame_a, n=LEFT))
        if steering is None:
            return held, [place]
        rack = self._slider("rack_on_column", held)
        self.model.add("column", Bushing(held.frame_a, rack.frame_a, c=[0.0, steering.stiffness, 0.0]))
        return rack, [place]

    def _slider(self, name: str, on: Part) -> Body:
        """A body that slides across the vehicle; it rests, so its mass says nothing."""
        body = self.model.add(name, Body(m=1.0, I=[1.0, 1.0, 1.0]))
        self.model.add(f"{name}_guide", Prismatic(on.frame_a, body.frame_a, n=LEFT))
        return body

    def _pad(self, side: str, hub: Frame) -> PointOnPlane:
        """What holds a wheel's centre at its height. In the design position all parts stand at the vehicle's axes."""
        _, centre = place(hub, {})
        return self.model.add(f"{side}_pad", PointOnPlane(self._world.at(centre), hub))

    def place(self, rises: Mapping[str, float], rack: float) -> None:
        """Bring both wheels' centres up by `rises` [m] from the design position, and the rack by `rack` [m] to the left."""
        places = {f"{side}_pad": rise for side, rise in rises.items()} | ({"rack_place": rack} if self.setup.steered else {})
        try:
            self.posture.shift(places)
        except NoRest as error:
            heights = " and ".join(f"{rise:g} m ({side})" for side, rise in rises.items())
            why = f"a {self.setup.kind} does not let its wheels rise by {heights} with the rack {rack:g} m to the left"
            raise MbfmuError(f"kinematics_rig: {why}: it comes to {error.done:.1%} of that. Give less") from error
        except MbfmuError as error:
            raise MbfmuError(f"kinematics_rig, {self.setup.kind}: {error}") from error

    def excesses(self) -> list[Excess]:
        """What goes beyond what real parts do in the present posture."""
        pose_of = cache(self.posture.pose)

        def pose(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
            R, r = place(frame, {})
            T = pose_of(frame.part)
            return T[:3, :3] @ R, T[:3, :3] @ r + T[:3, 3]

        return [excess for element in self.model.elements.values() for excess in excesses(element, pose)]

    def sides(self) -> dict[str, SideNow]:
        """What both sides do in the present posture, and by which causes: see SideNow."""
        hubs = {side: self.posture.tree_jacobian(corner.hub) for side, corner in self.corners.items()}
        found = self.posture.response(np.vstack([*hubs.values()]).T)
        no_rack = [] if self.setup.steered else [2]
        motions, forces = (np.insert(by, no_rack, 0.0, axis=1) for by in (found.motions, found.forces))
        return {side: self._side(side, J @ motions, -self._lengthening(side) @ motions, forces[i]) for i, (side, J) in enumerate(hubs.items())}

    def _side(self, side: str, motions: np.ndarray, compressions: np.ndarray, forces: np.ndarray) -> SideNow:
        T = self.posture.pose(self.corners[side].hub)
        R, centre = T[:3, :3], T[:3, 3]
        down = R[:, 1] * R[2, 1] - np.array([0.0, 0.0, 1.0])
        contact = centre + self.radius * down / np.linalg.norm(down)
        return SideNow(name=side, sign=SIDES[side], R=R, centre=centre, contact=contact, motions=motions, compressions=compressions, forces=forces)

    def _lengthening(self, side: str) -> np.ndarray:
        """The rate of the spring's length by each speed of the tree."""
        spring = self.model.elements[f"axle_{side}_spring"]
        ends = spring.frame_a, spring.frame_b
        a, b = (self.posture.pose(end)[:3, 3] for end in ends)
        J_a, J_b = (self.posture.tree_jacobian(end)[:3] for end in ends)
        return (b - a) / np.linalg.norm(b - a) @ (J_b - J_a)
