"""Contact: surfaces that touch each other without penetrating."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ....base.scalars import kernel, minimum, where
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from ...declare.sized import Sized
from ..surfaces import Surface
from ..surfaces.touching import pairing, touching
from .base import Constraint
from .point_on_line import across

ROWS = {"none": 1, "sticking": 3}  # of each point, the normal first


class Contact(Sized, Constraint):
    """Keeps two surfaces from penetrating each other: rigid contact, with impacts, at each point at which they may touch.

    Where surfaces meet, speeds jump: by Poisson's law the normal impulse is that of compression times 1 + e, by Newton's law, which is chosen with
    `law="newton"`, they separate e times as fast as they met. All contacts of a mechanism that touch act at once. Bodies that separate more slowly
    than `rest_speed`, or jump no higher than roundoff, stay in contact, until the normal force would pull. With `friction="sticking"` points in
    contact never slide, as feet with spikes; with "none" they slide freely.
    Source: F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts, 1996.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame, "surface_a": Surface, "surface_b": Surface}
    e = Parameter("1", "coefficient of restitution", 0.0, min=0.0, max=1.0)
    rest_speed = Parameter("m/s", "normal speed behind an impact below which surfaces stay in contact", 1e-7, min=0.0)
    f = Output("N", "force on frame_a, resolved in the world", shape=3)
    N = Output("N", "normal force, that of all points together")
    gap = Output("m", "smallest gap")

    shown_by_help = ("frame_a", "frame_b", "surface_a", "surface_b")
    points: ClassVar[int] = 1
    units = ("m",)
    modes = ("closed",)
    newton = False

    def __new__(cls, *attached: Any, friction: str = "none", law: str = "poisson", **values: Any):
        if cls.key:
            return super().__new__(cls)
        on = [*attached[2:4], *(values[name] for name in ("surface_a", "surface_b") if name in values)]
        found = pairing(*map(type, on)) if len(on) == 2 else None
        points = found.count(*map(type, on)) if found else 1
        return super().__new__(cls.sized(points, friction if friction in ROWS else "none"))

    def __init__(self, *attached: Any, friction: str = "none", law: str = "poisson", **values: Any):
        super().__init__(*attached, **values)
        self.newton = law == "newton"
        if friction not in ROWS:
            self.problems["friction"] = f"{{path}}.friction = {friction!r} is not known; choose one of {', '.join(map(repr, ROWS))}"
        if law not in ("poisson", "newton"):
            self.problems["law"] = f"{{path}}.law = {law!r} is not known; choose 'poisson' or 'newton'"

    @classmethod
    def sized_members(cls, points: int, friction: str) -> dict[str, Any]:
        rows = ROWS[friction]
        holonomic = (True, *[False] * (rows - 1)) * points
        return {"points": points, "units": ("m",) * (rows * points), "holonomic": holonomic, "modes": tuple(f"closed{n}" for n in _numbers(points))}

    def own_problems(self):
        if self.problems or pairing(type(self.surface_a), type(self.surface_b)):
            return super().own_problems()
        a, b = (f"{surface.path} ({type(surface).__name__})" for surface in (self.surface_a, self.surface_b))
        known = "bodies touch a PlaneSurface or a RoadSurface, spheres touch all surfaces but ellipsoids and polyhedra, capsules touch capsules"
        return [f"{self.path}: it is not known how {a} touches {b}; {known}"]

    @classmethod
    def rows_of_point(cls) -> int:
        """How many rows each point has."""
        return len(cls.units) // cls.points

    @classmethod
    def acting(cls, p, u):
        enabled = super().acting(p, u)
        return np.array([enabled * u[closed] for closed in cls.modes for _ in range(cls.rows_of_point())])

    @classmethod
    def residual(cls, p, u, t, a, b):
        rows = []
        for at in touching(p.surface_a, p.surface_b, a, b, t):
            rows.append(at.gap)
            if cls.rows_of_point() > 1:
                sliding = a.v + cross(a.R @ a.w, at.C - a.r) - b.v - cross(b.R @ b.w, at.C - b.r)
                rows += [*(across(b.R.T @ at.n) @ (b.R.T @ sliding))]
        return np.array(rows)

    @classmethod
    def outputs(cls, p, u, t, multipliers, a, b):
        rows, found = cls.rows_of_point(), touching(p.surface_a, p.surface_b, a, b, t)
        gap, N, f = found[0].gap, 0.0, np.zeros(3)
        for i, at in enumerate(found):
            gap, N = minimum(gap, at.gap), N + multipliers[rows * i]
            f = f + multipliers[rows * i] * at.by_a
            if rows > 1:
                f = f + b.R @ (across(b.R.T @ at.n).T @ multipliers[rows * i + 1 : rows * i + 3])
        return {"f": f, "N": N, "gap": gap}


@kernel
def gaps(kind, p, u, t, *motion):
    """The gap of each point (points,) [m], one where the contact is not enabled."""
    return np.array([where(p.enabled, at.gap, 1.0) for at in touching(p.surface_a, p.surface_b, *motion, t)])


def _numbers(points: int) -> list[str]:
    """What the names of modes end with: nothing where there is one point."""
    return [""] if points == 1 else [f"_{i}" for i in range(1, points + 1)]
