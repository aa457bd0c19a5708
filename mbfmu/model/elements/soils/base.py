"""SoilContact: what wheels and plates on soil share, from the points at which they press to what these remember."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from ....base.scalars import kernel, maximum, where
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, State
from ...declare.dry_run import symbols
from ...declare.frame import Frame
from ..forces.base import Force
from ..parts import MasslessPoint
from .soil import Soil, pressure

CORNERS = 4  # points of the soil's table around each point
OUTSIDE = -1.0  # a place that no table has


class SoilContact(Force):
    """The force of soil on a rigid surface. A new one supplies

    1. Its parameters, and `count`, the number of its points.
    2. `points(p, frame, soil)` -> a Record for each of them: r (3,) [m], where it is, and A (3,) [m^2], its area along the normal into the body.
    3. `depth(p, frame, soil, x, y)` -> how deep [m] the surface, continued beyond its edges, is below the undisturbed soil at x and y.
    4. `width(p)` -> the smaller dimension [m] of the area that presses.
    5. `shear(p, u, frame, soil, points, pressures)` -> the shear force (3,) [N] on each point.
    6. `slip_rates(p, u, frame, soil, pressed)` -> the rates of u and v; `pressed` is 1 where the surface presses, else 0.
    7. `footprint(p, frame, soil)` -> the places (x, y) around which soil is pressed down, and `finest(values)` -> their distance [m].

    `u.memory` has what the soil remembers at the four points of its table around each point.
    """

    attachments: ClassVar = {"frame": Frame, "soil": Soil}
    u = State("m", "shear displacement of the soil, against the motion of the surface along x", nominal=0.01)
    v = State("m", "shear displacement of the soil, against the motion of the surface along y", nominal=0.01)
    f = Output("N", "force of the soil, resolved in the world", shape=3)
    sinkage = Output("m", "depth of the lowest point below the undisturbed soil, negative above it")
    rut = Output("m", "depth of the rut at the lowest point, which remains where the surface goes on")
    count: ClassVar[int]

    def own_problems(self):
        if self.problems or "sinkage" not in self.soil.tables:
            return super().own_problems()
        if isinstance(self.frame.part, MasslessPoint):
            return [f"{self.path} acts on {self.frame.part.path}: soil takes surfaces of bodies with mass"]
        if self.soil.spacing < self.finest(self.values) * (1.0 - 1e-9):
            return [
                f"{self.path} presses soil down at places {self.finest(self.values):.3g} m apart, but {self.soil.path} has points "
                f"{self.soil.spacing:.3g} m apart: give its sinkage at points that are further apart"
            ]
        return super().own_problems()

    @property
    def looked_up(self):
        return {"memory": symbols((CORNERS * self.count,))}

    def state_starts(self, see):
        return {"u": np.zeros(()), "v": np.zeros(())}

    @classmethod
    def pressed(cls, p, u, frame, soil):
        """The points with z [m], their sinkage, `deepest` [m], that of the soil up to now, and p [Pa], the pressure."""
        found = cls.points(p, frame, soil)
        for i, at in enumerate(found):
            z = soil.height - at.r[2]
            corners = zip(soil.sinkage.corners(at.r[0], at.r[1]), u.memory[CORNERS * i : CORNERS * (i + 1)])
            remembered = sum(
                corner.weight * _known(maximum(memory, corner.value), cls.depth(p, frame, soil, *corner.at)) for corner, memory in corners
            )
            deepest = maximum(remembered, z)
            at |= {"z": z, "deepest": deepest, "p": pressure(soil, cls.width(p), z, deepest, -frame.v[2])}
        return found

    @classmethod
    def forces(cls, p, u, frame, soil):
        """The points, and the force (3,) [N] on each."""
        found = cls.pressed(p, u, frame, soil)
        return found, [at.p * at.A + along for at, along in zip(found, cls.shear(p, u, frame, soil, found))]

    @classmethod
    def wrenches(cls, p, u, t, frame, soil):
        found, forces = cls.forces(p, u, frame, soil)
        return ((sum(forces), sum(cross(at.r - frame.r, f) for at, f in zip(found, forces))),)

    @classmethod
    def dissipation(cls, p, u, t, frame, soil):
        """All that the soil takes; what it gives back elastically counts as negative."""
        ((f, m),) = cls.wrenches(p, u, t, frame, soil)
        return -(f @ frame.v + m @ (frame.R @ frame.w))

    @classmethod
    def rates(cls, p, u, t, frame, soil):
        load = sum(at.p for at in cls.pressed(p, u, frame, soil))
        return cls.slip_rates(p, u, frame, soil, where(load > 0.0, 1.0, 0.0))

    @classmethod
    def outputs(cls, p, u, t, frame, soil):
        found, forces = cls.forces(p, u, frame, soil)
        z, deepest = found[0].z, found[0].deepest
        for at in found[1:]:
            z, deepest = maximum(z, at.z), maximum(deepest, at.deepest)
        return {"f": sum(forces), "sinkage": z, "rut": deepest}

    @classmethod
    def places(cls, p, frame, soil):
        """The places of u.memory in the soil's table; OUTSIDE where the surface presses on soil that it does not have."""
        found = []
        for at in cls.points(p, frame, soil):
            out = soil.sinkage.beyond(at.r[0], at.r[1])
            lost = where(out > 0.0, where(soil.height - at.r[2] > 0.0, 1.0, 0.0), 0.0)
            found += [where(lost > 0.5, OUTSIDE, corner.place) for corner in soil.sinkage.corners(at.r[0], at.r[1])]
        return np.array(found)

    @classmethod
    def marks(cls, p, frame, soil):
        """The places in the soil's table that it presses down, and how deep [m]."""
        corners = [corner for x, y in cls.footprint(p, frame, soil) for corner in soil.sinkage.corners(x, y)]
        return np.array([corner.place for corner in corners]), np.array([cls.depth(p, frame, soil, *corner.at) for corner in corners])


def _known(memory, depth):
    """What is known of a point of the table [m]: where nothing has pressed yet, how far the surface is above it, too, so that none is seen beside it.

    Depths of a convex surface at the corners, interpolated, are not above its own: so soil is virgin under it until it has been deeper.
    """
    return where(memory > 0.0, maximum(memory, depth), depth)


@kernel
def places(kind, p, frame, soil):
    """Where in the soil's table a contact looks."""
    return kind.places(p, frame, soil)


@kernel
def marks(kind, p, frame, soil):
    """Where in the soil's table a contact presses, and how deep."""
    return kind.marks(p, frame, soil)
