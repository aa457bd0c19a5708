"""Where sides touch, by geometry in NumPy: gap, normal from b to a, point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.optimize import minimize

from .scene import Side

CORE = {"sphere": 1, "capsule": 2}  # spheres about so many points: the ends of a segment
FAR = 0.02  # m: between bodies farther apart a bound is enough
OUTSIDE = 5e-4  # of the radius
LIFT = 2e-7  # of the radius, at the lowest point of a cylinder that lies level
LEVEL = 2e-3  # rad: a cylinder that is tilted by more does not reach the ground with what carries it where it stands
NEAR = 1e-6  # m: by so much deeper points of edges that lie on a plane may be farther away


@dataclass(frozen=True)
class Pose:
    """Axes and origin in the world."""

    R: np.ndarray
    r: np.ndarray

    def of(self, side: Side) -> Pose:
        """The pose of a side on a body that is here."""
        return Pose(self.R @ side.R, self.r + self.R @ side.r)


@dataclass(frozen=True)
class Place:
    """A point at which two sides are near to each other."""

    gap: float
    n: np.ndarray
    C: np.ndarray


def places(a: Side, b: Side, at_a: Pose, at_b: Pose) -> list[Place]:
    """The points at which side a, at its pose, is near to side b."""
    if b.kind == "plane":
        n = at_b.R[:, 2]
        lowest = [at_a.r + at_a.R @ point for point in _lowest(a, at_a.R.T @ n)]
        on = [point + _lift(a, at_a.R.T @ n) * n for point in lowest]
        return [Place(float(n @ (point - at_b.r)), n, point - 0.5 * n * (n @ (point - at_b.r))) for point in on] + _carrying(a, at_a, at_b)
    if a.kind == "plane":
        return _turned(places(b, a, at_b, at_a))
    if a.kind in CORE and b.kind in CORE:
        on_a, on_b = _nearest_of_segments(_segment(a, at_a), _segment(b, at_b))
        return [_between(on_a, a.size[0], on_b, b.size[0])]
    if a.kind == "sphere" and b.kind == "box":
        local = at_b.R.T @ (at_a.r - at_b.r)
        nearest = np.clip(local, *0.5 * np.outer((-1, 1), b.size))
        return [_between(at_a.r, a.size[0], at_b.r + at_b.R @ nearest, 0.0)]
    if a.kind == "box" and b.kind == "sphere":
        return _turned(places(b, a, at_b, at_a))
    return [_convex(a, b, at_a, at_b)]


def is_searched(a: str, b: str) -> bool:
    """Whether the place of two kinds is found by a search, to less than roundoff."""
    kinds = {a, b}
    return not ("plane" in kinds or kinds <= set(CORE) or kinds == {"sphere", "box"})


def _lift(side: Side, n: np.ndarray) -> float:
    """By how much the lowest point of a cylinder, at the radius of `_lowest`, is above the ground where the cylinder touches it."""
    tilt = float(np.hypot(*n[:2]))
    return side.size[0] * LIFT * (1 - tilt**2) * (1 + 3 * tilt**2) if side.kind == "cylinder" else 0.0


def _carrying(side: Side, at: Pose, plane: Pose) -> list[Place]:
    """The points on which a cylinder stands, as the design of contacts says: a part in 2000 outside of its edge, above that by the square of its tilt
    times its radius. What the tilt adds to the gap shifts the arm of the force."""
    n = plane.R[:, 2]
    x, y, _ = at.R.T @ n
    if side.kind != "cylinder" or np.hypot(x, y) > LEVEL:
        return []
    radius, length, found = *side.size, []
    for angle, end in product(2 * np.pi * np.arange(3) / 3, (-0.5, 0.5)):
        point = np.array([radius * (1 + OUTSIDE) * np.cos(angle), radius * (1 + OUTSIDE) * np.sin(angle), end * length])
        gap = float(n @ (at.r + at.R @ point - plane.r)) + radius * (x * x + y * y)
        found.append(Place(gap, n, at.r + at.R @ (point + 2 * radius * np.array([x, y, 0.0])) - 0.5 * gap * n))
    return found


def _turned(found: list[Place]) -> list[Place]:
    return [Place(place.gap, -place.n, place.C) for place in found]


def _between(on_a: np.ndarray, radius_a: float, on_b: np.ndarray, radius_b: float) -> Place:
    away = on_a - on_b
    n, gap = away / np.linalg.norm(away), np.linalg.norm(away) - radius_a - radius_b
    return Place(float(gap), n, on_a - (radius_a + 0.5 * gap) * n)


def _lowest(side: Side, n: np.ndarray) -> list[np.ndarray]:
    """Points of a side that may be those that come nearest to a plane with the normal n, in the side's axes."""
    if side.kind == "box":
        return [0.5 * np.array(side.size) * signs for signs in product((-1, 1), repeat=3)]
    if side.kind == "polyhedron":
        return list(np.reshape(side.size, (-1, 3)))
    if side.kind == "sphere":
        return [-side.size[0] * n]
    if side.kind == "capsule":
        return [np.array([0, 0, sign * 0.5 * side.size[1]]) - side.size[0] * n for sign in (-1, 1)]
    if side.kind == "ellipsoid":
        return [-(np.array(side.size) ** 2) * n / np.linalg.norm(side.size * n)]
    radius, length = side.size
    tilt = np.hypot(*n[:2])
    radius = radius * (1 + 4 * LIFT * tilt * (1 - tilt**2))  # the slope of the lift beside that of the tilt
    start = np.arctan2(-n[1], -n[0])
    angles = start + np.linspace(0.0, 2 * np.pi, 24 if radius * np.hypot(*n[:2]) < NEAR else 1, endpoint=False)
    return [np.array([radius * np.cos(angle), radius * np.sin(angle), sign * 0.5 * length]) for sign in (-1, 1) for angle in angles]


def support(side: Side, direction: np.ndarray) -> float:
    """How far a convex side reaches along a direction, in its axes."""
    if side.kind in CORE:
        along = 0.5 * side.size[1] * abs(direction[2]) if side.kind == "capsule" else 0.0
        return along + side.size[0] * float(np.linalg.norm(direction))
    if side.kind == "ellipsoid":
        return float(np.linalg.norm(side.size * direction))
    if side.kind == "cylinder":
        return side.size[0] * float(np.hypot(*direction[:2])) + 0.5 * side.size[1] * abs(direction[2])
    return float(max(np.array(_lowest(side, direction)) @ direction))


def _convex(a: Side, b: Side, at_a: Pose, at_b: Pose) -> Place:
    """The normal at which the gap n . r - h_a(-n) - h_b(n) is largest; the point from the derivative of the supports."""
    way = at_a.r - at_b.r
    apart = float(np.linalg.norm(way)) - _reach(a) - _reach(b)
    if apart > FAR:
        return Place(apart, way / np.linalg.norm(way), 0.5 * (at_a.r + at_b.r))

    def negative_gap(d: np.ndarray) -> float:
        n = d / np.linalg.norm(d)
        return support(a, -at_a.R.T @ n) + support(b, at_b.R.T @ n) - n @ way

    n = _least(negative_gap, way / np.linalg.norm(way))
    rounded, sign, pose = (a, -1.0, at_a) if a.kind in ("ellipsoid", "sphere") else (b, 1.0, at_b)
    direction = sign * pose.R.T @ n
    if rounded.kind == "ellipsoid":
        point = pose.r + pose.R @ (np.array(rounded.size) ** 2 * direction / np.linalg.norm(rounded.size * direction))
    else:
        point = pose.r + pose.R @ (rounded.size[0] * direction)
    return Place(-negative_gap(n), n, point)


def _least(function: Callable[[np.ndarray], float], direction: np.ndarray) -> np.ndarray:
    """The unit vector (3,) at which a function is least, from one on; each round has a fresh simplex across the last find, since one may collapse."""
    for size in (0.5, 0.1, 1e-2, 1e-3, 1e-5):
        across = np.linalg.svd(direction[None, :])[2][1:]
        on = lambda x, n=direction, across=across: (n + x @ across) / np.linalg.norm(n + x @ across)
        simplex = size * np.array([[0.0, 0.0], [1.0, 0.3], [-0.3, 1.0]])
        options = {"xatol": 1e-11, "fatol": 1e-16, "maxiter": 2000, "maxfev": 2000, "initial_simplex": simplex}
        found = minimize(lambda x, on=on: function(on(x)), np.zeros(2), method="Nelder-Mead", options=options)
        direction = on(found.x)
    return direction


def _reach(side: Side) -> float:
    """The radius of a sphere about a side."""
    return (
        float(np.linalg.norm([2 * side.size[0], side.size[1]]) / 2)
        if side.kind == "cylinder"
        else max(side.size)
        if side.kind in ("sphere", "ellipsoid")
        else float(np.linalg.norm(_lowest(side, np.ones(3)), axis=1).max())
    )


def _segment(side: Side, at: Pose) -> tuple[np.ndarray, np.ndarray]:
    half = 0.5 * side.size[1] * at.R[:, 2] if side.kind == "capsule" else np.zeros(3)
    return at.r - half, at.r + half


def _nearest_of_segments(one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The nearest points of two segments: inside of both, or at an end of one."""
    (p, q), (s, t) = one, other
    u, v = q - p, t - s
    on = lambda x, start, way: start + way * np.clip((x - start) @ way / (way @ way), 0.0, 1.0) if way @ way > 0 else start
    found = [(p, on(p, s, v)), (q, on(q, s, v)), (on(s, p, u), s), (on(t, p, u), t)]
    M = np.array([[u @ u, -u @ v], [-u @ v, v @ v]])
    if np.linalg.det(M) > 1e-9 * (u @ u) * (v @ v):
        x, y = np.linalg.solve(M, [u @ (s - p), -v @ (s - p)])
        if 0.0 <= x <= 1.0 and 0.0 <= y <= 1.0:
            found.append((p + x * u, s + y * v))
    return min(found, key=lambda pair: float(np.linalg.norm(pair[0] - pair[1])))
