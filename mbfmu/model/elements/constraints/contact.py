"""Contact: surfaces that touch each other without penetrating."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.scalars import kernel, maximum, minimum, where
from ....base.spatial.rotations import cross
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from ...declare.sized import Sized
from ...declare.table_parameter import TableParameter
from ..surfaces import Surface
from ..surfaces.contact_points import count_points, jumping_normal, point_names, unknown_pair
from ..surfaces.touching import touching
from .condition import Condition
from .point_on_line import across
from .unilateral import UnilateralConstraint

ROWS = {"none": 1, "sticking": 3, "coulomb": 3}  # of each point, the normal first
FRICTION = (
    "sticking",
    "guided",
    "along_1",
    "along_2",
    "held_1",
    "held_2",
    "axis_1",
    "axis_2",
    "axis_3",
)  # two modes, the direction of sliding, held since it began, a force [N] of sticking, the first tangent behind the last step
WEIGHTLESS = 1e-12  # N: the load of each point where none carries any, for their middle
STILL = 1e-6  # m/s: beside this the direction of sliding turns
ACROSS = 0.25  # of the square of the axis held: a smaller part of it across the normal is no tangent


class Contact(Sized, UnilateralConstraint):
    """Keeps two surfaces from penetrating each other: rigid contact, with impacts, at each point at which they may touch.

    Where surfaces meet, speeds jump: by Poisson's law the normal impulse is that of compression times 1 + e; by Newton's law, which `law="newton"`
    chooses, they separate e times as fast as they met. A table `restitution` has e over the speed at which they meet. All contacts of a mechanism
    that touch act at once. Surfaces that separate more slowly than `rest_speed`, or jump no higher than roundoff, stay in contact until the normal
    force would pull. With `friction="coulomb"` points in contact stick, without creep, until friction would exceed `mu` times the normal force; then
    they slide, and friction acts against their velocity. With "sticking" they never slide, as feet with spikes; with "none" they slide freely.
    Where an impact strikes several points that never slide, as two feet, its laws may allow several outcomes: a point takes an impulse, or leaves.
    Then one of them is taken, and roundoff may decide which.
    With a `guard`, surfaces that are apart can meet only while this Condition holds, and only where it has begun to hold, or holds again, with them
    apart: a leg that swings through the ground, as walkers in theory do, closes no contact. A contact that is closed does not look at its guard.
    Source: F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts, 1996.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame, "surface_a": Surface, "surface_b": Surface, "guard": Condition}
    optional_attachments = frozenset({"guard"})
    restitution = TableParameter(("m/s",), "1", "coefficient of restitution over the impact speed of a point, in place of e", None)
    mu = Parameter("1", 'coefficient of friction, with friction="coulomb"', 0.0, min=0.0)
    f = Output("N", "force on frame_a, without the impulses of impacts, resolved in the world", shape=3)
    N = Output("N", "normal force, that of all points together, without the impulses of impacts")
    gap = Output("m", "smallest gap")
    r_contact = Output("m", "centre of the normal force, or the middle of the points while nothing touches, resolved in the world", shape=3)

    shown_by_help = ("frame_a", "frame_b", "surface_a", "surface_b")
    units = ("m",)

    def __new__(cls, *attached: Any, friction: str = "none", law: str = "poisson", **values: Any):
        if cls.key:
            return super().__new__(cls)
        return super().__new__(cls.sized(count_points(attached, values, rigid=True), friction if friction in ROWS else "none"))

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
        names = ("closed", *(FRICTION if friction == "coulomb" else ()))
        modes = tuple(f"{name}{n}" for n in point_names(points) for name in names)
        return {"points": points, "units": ("m",) * (rows * points), "holonomic": holonomic, "modes": modes, "slides": friction == "coulomb"}

    @property
    def frames(self) -> dict[str, Frame]:
        """The frames that it acts on, by the names of its attachments."""
        return {"frame_a": self.frame_a, "frame_b": self.frame_b}

    def unread(self):
        found = {"e": "the table restitution takes its place; give one of them"} if self.restitution else {}
        return found | ({} if self.slides else {"mu": 'nothing rubs but with friction="coulomb"; give that, or leave mu out'})

    def own_problems(self):
        surfaces = self.path, self.surface_a, self.surface_b
        refused = None if self.problems else self._wrong_restitution() or unknown_pair(*surfaces) or jumping_normal(*surfaces)
        return [refused] if refused else super().own_problems()

    def _wrong_restitution(self) -> str | None:
        """Why its table of restitution cannot be used, if it has one."""
        if not (table := self.restitution):
            return None
        if table.outside != "clamped":
            return f'{self.path}.restitution is extrapolated, beyond 0 to 1 in the end; give it outside="clamped"'
        if (wrong := table.values[(table.values < 0.0) | (table.values > 1.0)]).size:
            return f"{self.path}.restitution has the value {wrong[0]:g}; a coefficient of restitution is between 0 and 1"
        return None

    @classmethod
    def restitution_at(cls, p, v):
        return p.restitution(v) if "restitution" in p else super().restitution_at(p, v)

    @classmethod
    def acting(cls, p, u):
        enabled, found = super(UnilateralConstraint, cls).acting(p, u), []
        for n in point_names(cls.points):
            closed = enabled * u[f"closed{n}"]
            sticking = closed * u[f"sticking{n}"] if cls.slides else closed
            guided = closed * u[f"guided{n}"] if cls.slides else 0.0
            found += [closed, sticking + guided, sticking][: cls.rows_of_point()]
        return np.array(found)

    @classmethod
    def gaps(cls, p, u, t, a, b):
        return [at.gap for at in touching(p.surface_a, p.surface_b, a, b, t, rigid=True)]

    @classmethod
    def residual(cls, p, u, t, a, b):
        rows = []
        for n, at in zip(point_names(cls.points), touching(p.surface_a, p.surface_b, a, b, t, rigid=True)):
            rows.append(at.gap)
            if cls.rows_of_point() > 1:
                rows += [*tangential_axes(cls, u, n) @ sliding_velocity(tangents(cls, p, u, n, at, a, b), at, a, b)]
        return np.array(rows)

    @classmethod
    def outputs(cls, p, u, t, multipliers, a, b):
        rows, names, found = cls.rows_of_point(), point_names(cls.points), touching(p.surface_a, p.surface_b, a, b, t, rigid=True)
        gap, N, f, loads = found[0].gap, 0.0, np.zeros(3), []
        for i, at in enumerate(found):
            gap, N = minimum(gap, at.gap), N + multipliers[rows * i]
            loads.append(maximum(multipliers[rows * i], 0.0) + WEIGHTLESS)
            f = f + multipliers[rows * i] * at.by_a
            if rows > 1:
                f = f + tangents(cls, p, u, names[i], at, a, b).T @ (tangential_axes(cls, u, names[i]).T @ multipliers[rows * i + 1 : rows * i + 3])
        if cls.slides:
            sliding = [(1.0 - u[f"sticking{n}"]) * multipliers[rows * i] for i, n in enumerate(names)]
            f = f + drag(cls, p, u, t, sliding, a, b)[0][0]
        centre = sum(load * at.C for load, at in zip(loads, found)) / sum(loads)
        return {"f": f, "N": N, "gap": gap, "r_contact": centre}


def tangential_axes(kind, u, n):
    """The axes (2, 2) along which tangential rows of a point act: those of its surface, but of a guided point the first lies across its direction."""
    if not kind.slides:
        return np.eye(2)
    guided, d_1, d_2 = u[f"guided{n}"], u[f"along_1{n}"], u[f"along_2{n}"]
    return np.array([[1.0 - guided - guided * d_2, guided * d_1], [0.0, 1.0]])


def tangents(kind, p, u, n, at, a, b):
    """Two unit vectors (2, 3) across the normal of a point, resolved in the world."""
    own, R = own_tangents(kind, p, u, n, at, a, b)
    return own if R is None else own @ R.T


def own_tangents(kind, p, u, n, at, a, b):
    """The tangents (2, 3) of a point in the axes R of the surface on which the normal stays, and these; None is the world.

    That of a ground or of faces rather than a round one, which may spin under its point; between two round ones neither. Where points slide, the
    first tangent is that of before, which the engine holds, less what is along the normal: so they go along with a normal that turns, wherever to,
    and what is held along them keeps its direction.
    """
    kind_a, kind_b = p.surface_a.kind, p.surface_b.kind
    R = None if kind_a.rounded and kind_b.rounded else a.R if kind_a.ground or kind_b.rounded else b.R
    normal = at.n if R is None else R.T @ at.n
    T = across(normal)
    if not kind.slides:
        return T, R
    axis = np.array([u[f"axis_{k}{n}"] for k in (1, 2, 3)])
    left = axis - normal * (axis @ normal)
    first = np.array([where(left @ left > ACROSS, *either) for either in zip(left, T[0])])
    first = first / (first @ first) ** 0.5
    return np.array([first, cross(normal, first)]), R


def sliding_velocity(T, at, a, b):
    """The velocity (2,) of a against b at a point of contact, along its tangents T (2, 3)."""
    return T @ (a.v + cross(a.R @ a.w, at.C - a.r) - b.v - cross(b.R @ b.w, at.C - b.r))


@kernel
def drag(kind, p, u, t, N, a, b):
    """Force and torque on each frame of what sticking points hold, and of Coulomb's friction at points that slide under normal forces N (points,).

    Where points are redundant their rows say too little of what each bears, so the engine shares forces out when one would exceed its friction. The
    friction of sliding is smooth where a straight motion comes to its end: until then the direction is that held, and turns from there.
    """
    f, t_a, t_b = np.zeros(3), np.zeros(3), np.zeros(3)
    for n, force, at in zip(point_names(kind.points), N, touching(p.surface_a, p.surface_b, a, b, t, rigid=True)):
        d = np.array([u[f"along_1{n}"], u[f"along_2{n}"]])
        T = tangents(kind, p, u, n, at, a, b)
        v = sliding_velocity(T, at, a, b)
        along = d @ v
        turned = (1.0 - u[f"guided{n}"]) * (v - along * d) * (along / (along * along + STILL * STILL))
        direction = (d + turned) / (1.0 + turned @ turned) ** 0.5
        held = u[f"closed{n}"] * u[f"sticking{n}"] * np.array([u[f"held_1{n}"], u[f"held_2{n}"]])
        acting = T.T @ (held - p.mu * force * at.friction * direction)
        f, t_a, t_b = f + acting, t_a + cross(at.C - a.r, acting), t_b - cross(at.C - b.r, acting)
    return (f, t_a), (-f, t_b)


@kernel
def friction_coefficients(kind, p, u, t, *motion):
    """The coefficient of friction at each point (points,): grounds may have a friction of their own."""
    return np.array([p.mu * at.friction for at in touching(p.surface_a, p.surface_b, *motion, t, rigid=True)])


@kernel
def slides(kind, p, u, t, *motion):
    """How much faster each point slides along the direction held than across it (points,) [m/s]."""
    found = []
    for n, at in zip(point_names(kind.points), touching(p.surface_a, p.surface_b, *motion, t, rigid=True)):
        v, d = sliding_velocity(tangents(kind, p, u, n, at, *motion), at, *motion), np.array([u[f"along_1{n}"], u[f"along_2{n}"]])
        found.append(d @ v - abs(d[0] * v[1] - d[1] * v[0]))
    return np.array(found)


@kernel
def first_tangents(kind, p, u, t, *motion):
    """The first tangent of each point (3 * points,), in the axes in which it is held."""
    found = touching(p.surface_a, p.surface_b, *motion, t, rigid=True)
    return np.concatenate([own_tangents(kind, p, u, n, at, *motion)[0][0] for n, at in zip(point_names(kind.points), found)])
