"""Wheel: what turns about its axle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

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
    """A wheel with its tire: mass m [kg], moments of inertia [kg.m2] about its axle and across it, radius and width [m]."""

    m: float
    I_axle: float
    I_across: float
    radius: float
    width: float

    @refusing_others
    def add(self, model: Model, name: str, carrier: Part, centre: Point, travel: Joint) -> Corner:
        """Hang it on the part `carrier`, so that it turns about y. `travel` is the joint that moves it up and down."""
        hub = carrier.at(centre.r)
        body = model.add(f"{name}_wheel", Body(m=self.m, I=[self.I_across, self.I_axle, self.I_across], visual=self._figures()))
        bearing = model.add(f"{name}_bearing", Revolute(hub, body.frame_a, n=[0, 1, 0]))
        return Corner(wheel=body, bearing=bearing, brake=model.add(f"{name}_brake", Brake(bearing)), carrier=carrier, hub=hub, travel=travel)

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
    `carrier` is the part that carries the bearing, and `hub` a frame on it at the wheel's centre, which does not spin. `travel` is the joint whose
    coordinate tells how far the wheel has come up.
    """

    wheel: Body
    bearing: Revolute
    brake: Brake
    carrier: Part
    hub: Frame
    travel: Joint
