"""The point of a convex difference that is nearest to the origin, if that is outside.

Source: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance between complex objects, 1988.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from .difference import ConvexDifference, DifferencePoint, NearestPoint

MOST_STEPS = 100
FLAT = 1e-16  # of the square of an area, or of a volume: points that span less are on a line or in a plane

Hull = tuple[list[DifferencePoint], np.ndarray, np.ndarray]  # points, the weights of that nearest to the origin, and this


def gjk(of: ConvexDifference, near: float, gain: float) -> NearestPoint | list[DifferencePoint]:
    """The nearest point if it is farther than `near` [m] from the origin; else points about the origin or near it.

    It ends where the next point would gain no more than `gain` of the distance.
    """
    points = [of.support(-of.r if of.r.any() else np.eye(3)[0])]
    weights, v = np.ones(1), points[0].w
    for _ in range(MOST_STEPS):
        length = np.linalg.norm(v)
        if not length > near:
            return points
        found = of.support(-v)
        if length - v @ found.w / length <= gain * length or any((found.w == point.w).all() for point in points):
            break
        nearer = _nearest([*points, found], float(v @ v))
        if nearer is None:
            break
        points, weights, v = nearer
        if len(points) == 4:
            return points
    distance = float(np.linalg.norm(v))
    return NearestPoint(tuple(points), weights, distance, v / distance)


def hull_distance(points: list[DifferencePoint]) -> float:
    """How far the hull of up to three points is from the origin."""
    found = (_nearest(points[:count], np.inf) for count in range(1, len(points) + 1))
    return min(float(np.linalg.norm(hull[2])) for hull in found if hull is not None)


def _nearest(points: list[DifferencePoint], best: float) -> Hull | None:
    """Of all corners, edges and faces of the points with the last one that which is nearest; None if none is nearer than the root of `best`."""
    found = None
    for count in range(len(points)):
        for others in combinations(points[:-1], count):
            chosen = [*others, points[-1]]
            w = np.array([point.w for point in chosen])
            found_here = _among(w)
            if found_here is None:
                continue
            weights, v = found_here
            if v @ v < best:
                best, found = float(v @ v), (chosen, weights, v)
    return found


def _among(w: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Weights in the point nearest to the origin of the line, plane or space through points, and this; None where it lies outside of them."""
    origin, edges, v = w[0], w[1:] - w[0], w[0]
    size, shares = np.prod(np.sum(edges * edges, axis=1)), np.zeros(0)
    if len(edges) == 1:
        if not size > 0.0:
            return None
        shares = np.array([-(edges[0] @ origin) / size])
        v = origin + shares[0] * edges[0]
    elif len(edges) == 2:
        n = np.cross(*edges)
        if not n @ n > FLAT * size:
            return None
        shares = np.array([np.cross(edges[1], origin) @ n, np.cross(origin, edges[0]) @ n]) / (n @ n)
        v = (n @ origin) / (n @ n) * n  # better than the sum of what is far away
    elif len(edges) == 3:
        if not abs(np.linalg.det(edges)) > FLAT * size**0.5:
            return None
        shares, v = np.linalg.solve(edges.T, -origin), np.zeros(3)
    weights = np.r_[1.0 - shares.sum(), shares]
    return (weights, v) if (weights > 0.0).all() else None
