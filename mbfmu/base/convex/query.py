"""The normal along which two convex cores are farthest apart, to roundoff, and the features that touch: engine/c/geometry/convex_query.c in NumPy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .core import Feature
from .difference import ConvexDifference, DifferencePoint, NearestPoint
from .epa import epa
from .gjk import gjk, hull_distance

MOST_STEPS = 20
DIRECTIONLESS = 1e-9  # of the size: what is nearer has no direction, but faces
ROUGH, FINE = 1e-6, 1e-12  # of the distance, or of the size: where gjk and epa end, roughly if cores are smooth
SURE = 1e-10  # of the size: by which what the normal and what the points say may differ
LEAST = 1e-5  # of the size: by which a place may be deeper than the least deep one
TOLERANCES = {False: (1e-7, 1e-6, 1e-5, 1e-3, 1e-2), True: (1e-3, 1e-5, 1e-4, 1e-7, 1e-2)}  # by whether cores are smooth
PARALLEL = 1e-6  # sine: edges that are nearer to parallel are so
LONGEST_TURN, CONVERGED = 0.3, 1e-14  # rad: of a step


@dataclass(frozen=True)
class Edge:
    """An edge (3,) of a core in its own axes and in those of b, and to which core it belongs: 1 of a, -1 of b, 0 where it does not count."""

    own: np.ndarray
    e: np.ndarray
    owner: int


@dataclass(frozen=True)
class Touch:
    """The unit normal n (3,), from b to a in the axes of b; the features of a and b; edges e_1 and e_2."""

    n: np.ndarray
    features: tuple[Feature, Feature]
    edges: tuple[Edge, Edge]

    def numbers(self) -> np.ndarray:
        """All of it (18,), as in engine/c/geometry/convex_query.h."""
        a, b = self.features
        owners = [edge.owner for edge in self.edges]
        return np.array([*self.n, *a.p, *b.p, *self.edges[0].own, *self.edges[1].own, *owners, a.smooth + 2.0 * b.smooth])


def convex_query(of: ConvexDifference) -> Touch:
    """How two cores touch: that whose features are surely the right ones, else that with the largest gap along its normal."""
    size, is_smooth = of.size(), of.a.kind != "points" or of.b.kind != "points"
    found = gjk(of, DIRECTIONLESS * size, ROUGH if is_smooth else FINE)
    nearest = found if isinstance(found, NearestPoint) else epa(of, size, ROUGH if is_smooth else FINE, found)
    tried, is_sure = _tried(of, nearest, size, is_smooth, isinstance(found, NearestPoint))
    if not is_sure and is_smooth and isinstance(found, NearestPoint):
        finer = gjk(of, DIRECTIONLESS * size, FINE)
        assert isinstance(finer, NearestPoint)
        tried += _tried(of, finer, size, False, True)[0]
    return tried[-1] if is_sure else max(tried, key=lambda touch: of.beyond(touch.n))


def _tried(of: ConvexDifference, nearest: NearestPoint, size: float, is_smooth: bool, is_outside: bool) -> tuple[list[Touch], bool]:
    """What features say that are read off with one tolerance after the other; whether the last one is right."""
    found: list[Touch] = []
    for tolerance in TOLERANCES[is_smooth]:
        found.append(_finished(of, _touch(of, nearest, tolerance)))
        gap = of.beyond(found[-1].n)
        if not is_smooth and gap >= nearest.distance - SURE * size:
            return found, True
        if (gap > 0.0 if is_outside else gap >= nearest.distance - LEAST * size) and _is_sure(of, found[-1], gap, nearest, size):
            return found, True
    return found, False


def _is_sure(of: ConvexDifference, touch: Touch, gap: float, nearest: NearestPoint, size: float) -> bool:
    """Whether points of the features, near those that gjk and epa say, are as far from each other as the normal says."""
    d, points = -of.R.T @ touch.n, []
    for point in nearest.points:
        a, b = of.a.sharpened(touch.features[0], d, point.a), of.b.sharpened(touch.features[1], touch.n, point.b)
        points.append(DifferencePoint(of.r + of.R @ a - b, a, b))
    return abs(hull_distance(points) - abs(gap)) <= SURE * size


def _touch(of: ConvexDifference, nearest: NearestPoint, tolerance: float) -> Touch:
    """The features along the normal; faces come before edges, those of a before those of b."""
    near = [sum(weight * at for weight, at in zip(nearest.weights, places)) for places in zip(*((point.a, point.b) for point in nearest.points))]
    a, b = of.a.feature(-of.R.T @ nearest.n, near[0], tolerance), of.b.feature(nearest.n, near[1], tolerance)
    of_a, of_b = [Edge(e, of.R @ e, 1) for e in a.edges], [Edge(e, e, -1) for e in b.edges]
    counting: list[Edge] = []
    for edge in [*of_b, *of_a] if len(of_b) > len(of_a) else [*of_a, *of_b]:
        across = [abs(np.cross(edge.e, other.e) @ nearest.n) / (np.linalg.norm(edge.e) * np.linalg.norm(other.e)) for other in counting]
        if len(counting) < 2 and all(sine > PARALLEL for sine in across):
            counting.append(edge)
    none = Edge(np.zeros(3), np.zeros(3), 0)
    return _with_free_edge(Touch(nearest.n, (a, b), (counting[1] if len(counting) > 1 else none, counting[0] if counting else none)))


def _with_free_edge(touch: Touch) -> Touch:
    """With an edge across the normal where none counts."""
    if touch.edges[1].owner:
        return touch
    across = np.cross(touch.n, np.eye(3)[abs(touch.n).argmin()])
    return Touch(touch.n, touch.features, (touch.edges[0], Edge(across, across, 0)))


def _finished(of: ConvexDifference, touch: Touch) -> Touch:
    """With the normal that Newton's method finds for the features."""
    for _ in range(MOST_STEPS):
        step = _turn(of, touch)
        length = float(np.linalg.norm(step))
        if not length < np.inf:
            break
        n = touch.n + step * min(1.0, LONGEST_TURN / max(length, LONGEST_TURN))
        touch = _with_free_edge(Touch(n / np.linalg.norm(n), touch.features, touch.edges))
        if length <= CONVERGED:
            break
    return touch


def _turn(of: ConvexDifference, touch: Touch) -> np.ndarray:
    """A step (3,) of the normal, across it; not finite where there is none."""
    (a, b), (e_1, e_2), n = touch.features, touch.edges, touch.n
    (s_a, by_a), (s_b, by_b) = of.a.smooth(-of.R.T @ n), of.b.smooth(n)
    c = of.r + of.R @ (a.p + a.smooth * s_a) - b.p - b.smooth * s_b
    across = np.cross(e_2.e, n)
    across = across / np.linalg.norm(across)
    T = np.array([across, np.cross(n, across)])
    M, y = -T @ (a.smooth * of.R @ by_a @ of.R.T + b.smooth * by_b) @ T.T - (n @ c) * np.eye(2), -T @ c
    for i, edge in enumerate((e_1, e_2)):
        if edge.owner:
            M[i], y[i] = T @ edge.e, -edge.e @ n
    det = M[0, 0] * M[1, 1] - M[0, 1] * M[1, 0]
    if det == 0.0:
        return np.full(3, np.inf)
    return np.array([M[1, 1] * y[0] - M[0, 1] * y[1], M[0, 0] * y[1] - M[1, 0] * y[0]]) / det @ T
