"""The point of the surface of a convex difference that is nearest to the origin, if that is inside: how deep two cores penetrate each other.

Source: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001 (expanding polytope).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .difference import ConvexDifference, DifferencePoint, NearestPoint

MOST_POINTS = 256
ROUNDOFF = 1e-14  # of the size
FLAT = 1e-12  # of the size: a difference that is thinner has no inside


@dataclass(frozen=True)
class Face:
    """Three corners of the polytope by number, the unit normal outwards, and the distance of the plane; infinite if the face has no area."""

    corners: tuple[int, int, int]
    n: np.ndarray
    distance: float


def epa(of: ConvexDifference, size: float, gain: float, points: list[DifferencePoint]) -> NearestPoint:
    """The nearest point of the surface, from points about the origin, or near it, as gjk leaves them; `size` is that of the difference [m].

    It ends where the next point would gain no more than `gain` of the size.
    """
    points = list(points)
    while len(points) < 4:
        far, d, found = max(((_outside(points, found.w, d), tuple(d), found) for d in _directions(points) for found in [of.support(d)]), key=_first)
        if not far > FLAT * size:
            return NearestPoint(tuple(points), np.full(len(points), 1.0 / len(points)), 0.0, np.array(d))
        points.append(found)
    if np.linalg.det([point.w - points[0].w for point in points[1:]]) > 0.0:  # so that faces look outwards
        points[:2] = points[1::-1]
    faces = [_face(points, corners, size) for corners in ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2))]
    while True:
        face = min(faces, key=lambda face: face.distance)
        found = of.support(face.n)
        is_there = any((found.w == point.w).all() for point in points)
        if found.w @ face.n - face.distance <= gain * size or is_there or len(points) == MOST_POINTS:
            return _combined([points[k] for k in face.corners], face)
        points.append(found)
        faces = _expanded(points, faces, size)


def _first(of: tuple) -> float:
    return of[0]


def _directions(points: list[DifferencePoint]) -> list[np.ndarray]:
    """Unit directions in which points are sought that are not in the point, the line or the plane of those that are there."""
    if len(points) == 1:
        return [sign * axis for axis in np.eye(3) for sign in (1.0, -1.0)]
    edges = [point.w - points[0].w for point in points[1:]]
    across = np.cross(edges[0], edges[1] if len(edges) == 2 else np.eye(3)[abs(edges[0]).argmin()])
    found = [across] if len(edges) == 2 else [across, np.cross(edges[0], across)]
    return [sign * d / np.linalg.norm(d) for d in found for sign in (1.0, -1.0)]


def _outside(points: list[DifferencePoint], w: np.ndarray, d: np.ndarray) -> float:
    """How far a point is outside of the point, the line or the plane of those that are there, found in the direction d."""
    apart = w - points[0].w
    if len(points) == 1:
        return float(np.linalg.norm(apart))
    edge = points[1].w - points[0].w
    return float(abs(apart @ d) if len(points) == 3 else np.linalg.norm(np.cross(apart, edge)) / np.linalg.norm(edge))


def _face(points: list[DifferencePoint], corners: tuple[int, int, int], size: float) -> Face:
    first, second, third = (points[k].w for k in corners)
    n = np.cross(second - first, third - first)
    area = np.linalg.norm(n)
    if not area > (ROUNDOFF * size) ** 2:
        return Face(corners, n, np.inf)
    return Face(corners, n / area, float(n @ first / area))


def _expanded(points: list[DifferencePoint], faces: list[Face], size: float) -> list[Face]:
    """The faces without those that see the last point, and those from their rim to it."""
    last, kept = points[-1].w, []
    rim: dict[tuple[int, int], None] = {}
    for face in faces:
        if np.isfinite(face.distance) and not face.n @ last - face.distance > ROUNDOFF * size:
            kept.append(face)
            continue
        for start, end in zip(face.corners, (*face.corners[1:], face.corners[0])):
            if (end, start) in rim:
                del rim[end, start]
            else:
                rim[start, end] = None
    return [*kept, *(_face(points, (start, end, len(points) - 1), size) for start, end in rim)]


def _combined(points: list[DifferencePoint], face: Face) -> NearestPoint:
    """The point below the origin in a face, as a combination of its corners."""
    w = [point.w - face.distance * face.n for point in points]
    areas = np.array([np.cross(w[(i + 1) % 3], w[(i + 2) % 3]) @ face.n for i in range(3)])
    return NearestPoint(tuple(points), areas / areas.sum(), -face.distance, -face.n)
