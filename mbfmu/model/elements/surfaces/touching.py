"""Where two surfaces are nearest to each other: gaps, normals and points, by pairs of what they supply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....base.scalars import Record, value_and_gradient
from ....base.spatial.rotations import cross
from .base import Surface
from .box_pair import POINTS, box_on_box
from .box_surface import BoxSurface
from .capsule_surface import CapsuleSurface
from .convex_surfaces import convex_on_convex
from .points import looked_at_near, point
from .segments import nearest_on_segments
from .sphere_surface import SphereSurface

FLATTEST = 1e-30  # keeps normals finite where a surface is equally far on all sides


@dataclass(frozen=True)
class Pairing:
    """What two surfaces that fit do where they touch: `count(a, b)` points, and `touch(a, b, frame_a, frame_b, t)`, a Record for each."""

    fits: Callable[[type[Surface], type[Surface]], bool]
    count: Callable[[type[Surface], type[Surface]], int]
    touch: Callable[[Record, Record, Record, Record, Any], list[Record]]


def pairing(a: type, b: type, rigid: bool = False) -> Pairing | None:
    """How surfaces of two classes touch, in `rigid` contacts or others; None where that is not known, or one is no Surface."""
    if not (issubclass(a, Surface) and issubclass(b, Surface)):
        return None
    return next((pair for pair in (RIGID_PAIRINGS if rigid else PAIRINGS) if pair.fits(a, b)), None)


def touching(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any, rigid: bool = False) -> list[Record]:
    """The points at which surface a, on frame_a, may touch surface b, on frame_b: as many as `pairing(a.kind, b.kind, rigid).count` says.

    Surfaces are Records of their parameters with their class as `kind`; of frames R and r are asked for. Each point has

    - `gap` [m], negative where they penetrate each other, and `gap_rate` [m/s], its rate while both rest, zero but for ground that moves.
    - `by_a` (3,), its gradient by the place of a, at the point `r` (3,) [m]: force f on the gap acts on a as f by_a there, opposite on b. A force
      that depends on the gap alone derives from a potential then.
    - `about` (3,) [m], its gradient by rotation of a about r, zero where the place of a decides alone: the force acts with the torque f about.
    - `n` (3,), the unit normal, which points from b to a, and `C` (3,) [m], the point of contact, in the middle of gap or penetration.
    - `friction`, relative to that of the contact.
    - `indicator` [m], which has the sign of the gap. It is a bound for the gap where `reached` [m] is negative: the surfaces are far from each other,
      and what only near ones need takes no time. `reached` is infinite where a bound takes as long as the gap.
    - `away` (3,), the direction from b to a where they are far; None where a step cannot throw a body as far that touches when it begins.

    All vectors are resolved in the world.
    """
    found = pairing(a.kind, b.kind, rigid)
    assert found is not None  # contacts refuse pairs that are not known
    return found.touch(a, b, frame_a, frame_b, t)


def _ball_on(centre: np.ndarray, radius: Any, b: Record, frame_b: Record, t: Any) -> Record:
    """A sphere about a point of the world that touches a surface which knows distances."""
    local = frame_b.R.T @ (centre - frame_b.r)
    distance, (by_place, by_time) = value_and_gradient(lambda r, t: np.array([b.kind.distance(b, r, t)]), (local, t), np.ones(1))
    by_a, gap = frame_b.R @ by_place, distance - radius
    n = by_a / (by_place @ by_place + FLATTEST) ** 0.5
    C = centre - (radius + 0.5 * gap) * n
    return point(gap, by_time, by_a, centre, n, C, b.kind.friction(b, local, t))


def _body_on_ground(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    return _balls_on_ground(a.kind.balls, a, b, frame_a, frame_b, t)


def _rigid_body_on_ground(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    return _balls_on_ground(a.kind.rigid_balls, a, b, frame_a, frame_b, t)


def _balls_on_ground(balls: Callable, a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    below, radius = _ball_on(frame_a.r, 0.0, b, frame_b, t), a.kind.reach(a)
    points = []
    for centre, of_ball, *by_n in balls(a, frame_a.R.T @ below.n):
        points.append(_with_turning(_ball_on(frame_a.r + frame_a.R @ centre, of_ball, b, frame_b, t), frame_a, *by_n))
    return points if len(points) == 1 or not b.kind.exact else [looked_at_near(at, below.gap - radius, radius) for at in points]


def _with_turning(at: Record, frame_a: Record, by_n: np.ndarray | None = None) -> Record:
    """A point whose gap depends on the normal seen by the body, with the gradient by_n (3,), and so on the body's rotation."""
    return at if by_n is None else Record(at, about=cross(frame_a.R @ by_n, at.n))


def _sphere_on_sphere(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    return [_between(frame_a.r, a.radius, frame_b.r, b.radius)]


def _sphere_on_surface(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    return [_ball_on(frame_a.r, a.radius, b, frame_b, t)]


def _capsule_on_capsule(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    ends = [(frame.r, 0.5 * surface.length * frame.R[:, 2]) for surface, frame in ((a, frame_a), (b, frame_b))]
    on_a, on_b = nearest_on_segments(*ends[0], *ends[1])
    return [_between(on_a, a.radius, on_b, b.radius)]


def _between(on_a: np.ndarray, radius_a: Any, on_b: np.ndarray, radius_b: Any) -> Record:
    """Spheres about two points of the world."""
    away = on_a - on_b
    distance = (away @ away + FLATTEST) ** 0.5
    n, gap = away / distance, distance - radius_a - radius_b
    return point(gap, 0.0, n, on_a, n, on_a - (radius_a + 0.5 * gap) * n, 1.0)


def _turned(pair: Pairing) -> Pairing:
    """The same with a in place of b."""

    def touch(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
        return [Record(at, by_a=-at.by_a, about=-at.about, n=-at.n) for at in pair.touch(b, a, frame_b, frame_a, t)]

    return Pairing(lambda a, b: pair.fits(b, a), lambda a, b: pair.count(b, a), touch)


_GROUND = Pairing(lambda a, b: b.ground and a.balls is not None, lambda a, b: a.points, _body_on_ground)
_RIGID_GROUND = Pairing(lambda a, b: b.ground and a.rigid_balls is not None, lambda a, b: a.rigid_points, _rigid_body_on_ground)
_SPHERES = Pairing(lambda a, b: issubclass(a, SphereSurface) and issubclass(b, SphereSurface), lambda a, b: 1, _sphere_on_sphere)
_SPHERE = Pairing(lambda a, b: issubclass(a, SphereSurface) and b.distance is not None, lambda a, b: 1, _sphere_on_surface)
_CAPSULES = Pairing(lambda a, b: issubclass(a, CapsuleSurface) and issubclass(b, CapsuleSurface), lambda a, b: 1, _capsule_on_capsule)
_BOXES = Pairing(lambda a, b: issubclass(a, BoxSurface) and issubclass(b, BoxSurface), lambda a, b: POINTS, box_on_box)
CONVEX = Pairing(lambda a, b: a.core is not None and b.core is not None, lambda a, b: 1, convex_on_convex)
PAIRINGS = (_GROUND, _turned(_GROUND), _SPHERES, _SPHERE, _turned(_SPHERE), _CAPSULES, _BOXES, CONVEX)  # the first that fits
RIGID_PAIRINGS = (_RIGID_GROUND, _turned(_RIGID_GROUND), *PAIRINGS)
