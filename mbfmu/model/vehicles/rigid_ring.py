"""RigidRing: a tire whose belt is a rigid ring on springs, for vibration up to about 60 Hz and for short obstacles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, pi
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...base.scalars import Record
from ..declare.element import Element
from ..declare.frame import Frame
from ..declare.model import Model
from ..elements.forces import Bushing
from ..elements.joints import Cylindrical, Prismatic, Revolute, Universal
from ..elements.parts import Body
from ..elements.roads import Road
from ..elements.tires import RigidRingTire
from ..elements.tires.vertical import carcass_load
from ..elements.visuals import Cylinder
from .argument_kinds import refusing_others

AXLE = [0.0, 1.0, 0.0]


@dataclass(frozen=True)
class BeltMode:
    """How a belt swings on a rim that is held, off the road: its natural frequency f [Hz] without damping, and its damping ratio zeta."""

    f: float
    zeta: float = 0.0

    def __post_init__(self) -> None:
        if not 0.0 < self.f < inf or not 0.0 <= self.zeta < inf:
            raise MbfmuError(
                f"BeltMode: f = {self.f!r} Hz must be > 0, zeta = {self.zeta!r} >= 0, and both finite: springs hold a belt in all directions"
            )

    def stiffness(self, inertia: float) -> float:
        """That of the spring, for a mass [kg] in N/m, for a moment of inertia [kg.m2] in N.m/rad."""
        return (2.0 * pi * self.f) ** 2 * inertia

    def damping(self, inertia: float) -> float:
        """That of the damper, in N.s/m or N.m.s/rad."""
        return 4.0 * pi * self.f * self.zeta * inertia


@dataclass(frozen=True)
class RigidRing:
    """A tire whose belt is a rigid ring on springs on the rim, and rolls on the road as a RigidRingTire. `rigid_ring_tire` reads one from a file.

    The belt has the mass m [kg] and moments of inertia [kg.m2] about the axle and across it. Its modes are those of a held rim: `in_plane`, ahead
    and up; `sideways`; `windup`, about the axle; and `yaw`, about each axis across it. `tire` are the parameters of the RigidRingTire.
    """

    m: float
    I_axle: float
    I_across: float
    in_plane: BeltMode
    sideways: BeltMode
    windup: BeltMode
    yaw: BeltMode
    tire: Mapping[str, Any]

    def __post_init__(self) -> None:
        for name, unit in (("m", "kg"), ("I_axle", "kg.m2"), ("I_across", "kg.m2")):
            if not 0.0 < getattr(self, name) < inf:
                raise MbfmuError(f"RigidRing: {name} = {getattr(self, name)!r} {unit} must be > 0 and finite: springs follow from it and frequencies")

    @refusing_others
    def add(self, model: Model, name: str, bearing: Revolute, road: Road) -> Ring:
        """Put it on the wheel that turns on `bearing`, a Revolute about y whose frames stand at the wheel's centre, and on a road.

        The mass of the wheel is that with its tire: the belt takes its share of it. The tire is named `name`; the names of the others begin with
        it and end with `_belt`, `_sidewall`, and `_up`, `_forward`, `_tilt` and `_spin` for the joints by which the belt moves against what carries
        the bearing. Raises MbfmuError for a bearing about another axis, and for a wheel that is lighter than the belt.
        """
        wheel = self._lightened(name, bearing)
        radius = (self.I_axle / self.m) ** 0.5  # of a thin ring
        figure = Cylinder(radius=radius, length=0.5 * radius, axis=AXLE, colour="#343a42")
        belt = model.add(f"{name}_belt", Body(m=self.m, I=[self.I_across, self.I_axle, self.I_across], visual=[figure]))
        # one direction a joint, none of which spins: so a tire that rolls steadily has steady coordinates
        raised, ahead, tilted = (model.add(f"{name}_{part}", Body(m=0.0)) for part in ("raised", "ahead", "tilted"))
        up = model.add(f"{name}_up", Prismatic(bearing.frame_a, raised.frame_a, n=[0, 0, 1]))
        model.add(f"{name}_forward", Prismatic(raised.frame_a, ahead.frame_a, n=[1, 0, 0]))
        model.add(f"{name}_tilt", Universal(ahead.frame_a, tilted.frame_a, n_a=[1, 0, 0], n_b=[0, 0, 1]))
        spin = model.add(f"{name}_spin", Cylindrical(tilted.frame_a, belt.frame_a, n=AXLE))
        sidewall = model.add(f"{name}_sidewall", Bushing(wheel, belt.frame_a, **self._springs()))
        tire = model.add(name, RigidRingTire(belt.frame_a, wheel, road, sidewall, **self.tire))
        return Ring(tire=tire, belt=belt, up=up, spin=spin, sidewall=sidewall, bearing=bearing)

    def _springs(self) -> dict[str, list[float]]:
        """The parameters of the Bushing between rim and belt."""
        along, about = (self.in_plane, self.sideways, self.in_plane), (self.yaw, self.windup, self.yaw)
        inertias = (self.I_across, self.I_axle, self.I_across)
        return {
            "c": [mode.stiffness(self.m) for mode in along],
            "d": [mode.damping(self.m) for mode in along],
            "c_phi": [mode.stiffness(I) for mode, I in zip(about, inertias)],
            "d_phi": [mode.damping(I) for mode, I in zip(about, inertias)],
        }

    def _lightened(self, name: str, bearing: Revolute) -> Frame:
        """The frame of the wheel, which gives the belt its share of mass."""
        if not np.allclose(bearing.values["n"], AXLE):
            raise MbfmuError(f"{bearing.path}.n = {bearing.values['n'].tolist()} must be {AXLE}: {name} turns about y, to the left")
        wheel = bearing.frame_b.part
        if not isinstance(wheel, Body):
            raise MbfmuError(f"{bearing.path} carries {wheel.path}, which must be a Body, the wheel with its tire: {name} takes its mass from there")
        I = np.array([self.I_across, self.I_axle, self.I_across, 0.0, 0.0, 0.0])
        if min(wheel.values["m"] - self.m, *(wheel.values["I"] - I)[:3]) < 0.0:
            has, takes = (f"m = {m:g} kg and I = {of[:3].tolist()} kg.m2" for m, of in ((wheel.values["m"], wheel.values["I"]), (self.m, I)))
            raise MbfmuError(f"{wheel.path} has {has}, less than the belt of {name} with {takes}: give the wheel with its tire, which is heavier")
        wheel.m, wheel.I = given(wheel, "m") - self.m, given(wheel, "I") - I
        return bearing.frame_b


@dataclass(frozen=True)
class Ring:
    """A tire on its belt in a model. `up` and `spin` are the joints by which the belt moves up and spins, `bearing` is that of the wheel."""

    tire: RigidRingTire
    belt: Body
    up: Prismatic
    spin: Cylindrical
    sidewall: Bushing
    bearing: Revolute

    def start(self, height: float) -> None:
        """Start the belt with the spin of the wheel, and where it carries the load of a tire whose wheel's centre is `height` [m] above the road."""
        p = Record(self.tire.values)
        dpi = (p.INFLPRES - p.NOMPRES) / p.NOMPRES
        depth = max(float(p.UNLOADED_RADIUS * p.Q_RE0) - height, 0.0)
        self.up.s_start = float(carcass_load(p, depth, dpi, 0.0) / self.sidewall.values["c"][0])
        self.spin.w_start = given(self.bearing, "w_start")


def given(element: Element, parameter: str) -> Any:
    """What an element was given for a parameter, as numbers or as expressions of the model's parameters."""
    return element.expressions.get(parameter, element.values[parameter])
