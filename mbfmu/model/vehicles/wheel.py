"""Wheel: what turns about its axle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.spatial.rotations import about_x, about_z
from ..declare.frame import Frame
from ..declare.model import Model
from ..elements.forces import Brake
from ..elements.joints import Joint, Revolute
from ..elements.parts import Body
from ..elements.parts.base import Part
from ..elements.visuals import Box, Cylinder, Visual
from .argument_kinds import refusing_others
from .vehicle_side import Point


@dataclass(frozen=True)
class Wheel:
    """A wheel with its tire: mass m [kg], moments of inertia [kg.m2] about its axle and across it, radius and width [m].

    In the design position it has the static `toe` and `camber` [rad]: toe is positive where the wheels of an axle point inward ahead, camber where
    their tops lean outward. Both turn the wheel about its centre; hard points stay.
    """

    m: float
    I_axle: float
    I_across: float
    radius: float
    width: float
    toe: float = 0.0
    camber: float = 0.0

    @refusing_others
    def add(self, model: Model, name: str, carrier: Part, centre: Point, travel: Joint) -> Corner:
        """Hang it on the part `carrier`, so that it turns about y of its hub. `travel` is the joint that moves it up and down."""
        hub = carrier.at(centre.r, *self._turned(inward=-np.sign(centre.y)))
        body = model.add(f"{name}_wheel", Body(m=self.m, I=[self.I_across, self.I_axle, self.I_across], visual=self._figures()))
        bearing = model.add(f"{name}_bearing", Revolute(hub, body.frame_a, n=[0, 1, 0]))
        return Corner(wheel=body, bearing=bearing, brake=model.add(f"{name}_brake", Brake(bearing)), carrier=carrier, hub=hub, travel=travel)

    def _turned(self, inward: float) -> tuple[()] | tuple[np.ndarray, float]:
        """The axis and the angle by which toe and camber turn the hub, if they do; `inward` is the sign of y towards the middle of the vehicle."""
        R = about_z(inward * self.toe) @ about_x(inward * self.camber)
        twice_sine = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
        size = float(np.linalg.norm(twice_sine))
        return (twice_sine, float(np.arcsin(0.5 * size))) if size else ()

    def _figures(self) -> list[Visual]:
        """A tire, a rim in it, and spokes by which one sees it turn."""
        r, w = self.radius, self.width
        tire = Cylinder(radius=r, length=w, axis=[0, 1, 0], colour="#25282c")
        rim = Cylinder(radius=0.62 * r, length=1.02 * w, axis=[0, 1, 0], colour="#aeb4ba")
        spokes = [Box(size=[1.16 * r, 1.04 * w, 0.1 * r], n=[0, 1, 0], angle=i * np.pi / 3, colour="#5c636a") for i in range(3)]
        return [tire, rim, *spokes]


@dataclass(frozen=True)
class Corner:
    """A wheel and what carries it, as they are in a model.

    `wheel` turns about y of its frame_a, which is where a tire or a hub port is attached. `bearing` is the joint of its spin, `brake` its brake.
    `carrier` is the part that carries the bearing, and `hub` a frame on it at the wheel's centre, which does not spin and has y along the axle.
    `travel` is the joint whose coordinate tells how far the wheel has come up.
    """

    wheel: Body
    bearing: Revolute
    brake: Brake
    carrier: Part
    hub: Frame
    travel: Joint
