"""Two boxes: their separating axes, and the points at which they touch along the axis that separates them most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ....base.scalars import Record, maximum, norm, values_and_gradients, where
from ....base.spatial.rotations import cross
from .low_edge import LowEdge
from .overlap import NOTHING, corners, overlap
from .points import looked_at_near, point
from .segments import nearest_on_segments

POINTS = 5  # four of a face, one of two edges
PREFERENCE = 0.02  # of the size: faces of b are preferred to those of a as long as they separate nearly as much, and both to edges
ALIKE = 0.5  # cosine: so far apart are the normals of two faces that may lie upon each other; those of others separate less for another reason
SHARPEST = 1e-3  # sine: edges that are nearer to parallel have no axis across both
APART = 1e-30  # keeps directions finite


@dataclass(frozen=True)
class Axis:
    """A direction (3,) from b to a in the axes of b, and the gap along it."""

    gap: Any
    n: np.ndarray


def box_points(size_a: np.ndarray, size_b: np.ndarray, r: np.ndarray, R: np.ndarray) -> list[tuple[Any, np.ndarray, np.ndarray]]:
    """The gap [m], the place (3,) [m] and the normal (3,) of each point; box a is at r (3,) with the axes R (3, 3), all in the axes of box b.

    The separating axes of Gottschalk, Lin & Manocha (1996), OBBTree. Along the normal of a face four points touch: the corners of what this face and
    that of the other box which looks at it have in common. Along the normal of two edges one point touches, also where faces
    have nothing in common: then these miss each other. Points that do not count are as far as the boxes are large.
    """
    half_a, half_b = 0.5 * size_a, 0.5 * size_b
    size = norm(half_a) + norm(half_b)
    of_b, of_a, of_edges = (farthest(axes) for axes in separating_axes(half_a, half_b, r, R))
    alike = where(of_a.n @ of_b.n > ALIKE, 1.0, 0.0)
    on_a = of_a.gap - of_b.gap > PREFERENCE * size * alike
    chosen = lambda a, b: np.array([where(on_a, x, y) for x, y in zip(np.ravel(a), np.ravel(b))]).reshape(np.shape(b))
    ground = _Face(chosen(half_a, half_b), chosen(r, np.zeros(3)), chosen(R, np.eye(3)), chosen(-of_a.n, of_b.n))
    other = _Face(chosen(half_b, half_a), chosen(np.zeros(3), r), chosen(np.eye(3), R), -ground.n)
    area, places = _faces(ground, other)
    preferred = of_edges.gap - maximum(of_a.gap, of_b.gap) < PREFERENCE * size
    on_faces = where(area > NOTHING, where(preferred, 1.0, 0.0), 0.0) > 0.5
    found = [(where(on_faces, gap, size), place, chosen(of_a.n, of_b.n)) for gap, place in places]
    best = farthest([of_b, of_a, of_edges])
    missed = where(preferred, NOTHING * size, 0.0)
    return [*found, (where(on_faces, size, best.gap + missed), _between_edges(half_a, half_b, r, R, best.n), best.n)]


def separating_axes(half_a: np.ndarray, half_b: np.ndarray, r: np.ndarray, R: np.ndarray) -> tuple[list[Axis], list[Axis], list[Axis]]:
    """Of two boxes the axes across the faces of b, those across the faces of a, and those across an edge of each."""
    along = lambda n: Axis(abs(r @ n) - half_b @ abs_of(n) - half_a @ abs_of(R.T @ n), where(r @ n < 0.0, -1.0, 1.0) * n)
    crossed = [cross(e, f) for e, f in product(np.eye(3), R.T)]
    edges = [Axis(where(n @ n > SHARPEST * SHARPEST, axis.gap, -norm(half_a) - norm(half_b)), axis.n) for n in crossed for axis in [along(_unit(n))]]
    return [along(e) for e in np.eye(3)], [along(f) for f in R.T], edges


def farthest(axes: Sequence[Axis]) -> Axis:
    """The axis with the largest gap."""
    best = axes[0]
    for axis in axes[1:]:
        better = axis.gap > best.gap
        best = Axis(where(better, axis.gap, best.gap), np.array([where(better, x, y) for x, y in zip(axis.n, best.n)]))
    return best


def abs_of(v: np.ndarray) -> np.ndarray:
    """The absolute values of a vector (3,)."""
    return np.array([abs(x) for x in v])


class _Face:
    """The face of a box of half the size `half` (3,) at r with the axes R that looks most along a direction n (3,): middle, half edges, area."""

    def __init__(self, half: np.ndarray, r: np.ndarray, R: np.ndarray, n: np.ndarray):
        local = R.T @ n
        steep = abs_of(local)
        z = steep[2] > maximum(steep[0], steep[1])
        y = steep[1] > steep[0]
        pick = lambda of_x, of_y, of_z: where(z, of_z, where(y, of_y, of_x))
        turned = lambda k: (k % 3, (k + 1) % 3, (k + 2) % 3)
        vector = lambda k: np.array([pick(*(row[i] * half[i] for i in turned(k))) for row in R])
        self.middle = r + where(pick(*local) < 0.0, -1.0, 1.0) * vector(0)
        self.u, self.v, self.n = vector(1), vector(2), n
        self.area = pick(*(half[i] * half[(i + 1) % 3] for i in turned(1)))


def _faces(ground: _Face, other: _Face) -> tuple[Any, list[tuple[Any, np.ndarray]]]:
    """What two faces have in common, seen along the normal of the ground: its area, and gaps and places of its corners, half way in between.

    Where they are not parallel, two of these are the ends of the edge that is lowest.
    """
    within = lambda x: np.array([ground.u @ x / (ground.u @ ground.u), ground.v @ x / (ground.v @ ground.v)])
    c, a, b = within(other.middle - ground.middle), within(other.u), within(other.v)
    back = np.array([[b[1], -b[0]], [-a[1], a[0]]]) / (a[0] * b[1] - a[1] * b[0])
    smaller = ground.area < other.area
    along = np.array([[where(smaller, float(i == j), back[i, j]) for j in range(2)] for i in range(2)])
    common = overlap(c, a, b)
    places = [back @ (at - c) for at in corners(common, along)]
    found = []
    for s, t in LowEdge(other.u, other.v, ground.n, common.edges).draw(places):
        place = other.middle + s * other.u + t * other.v
        gap = (place - ground.middle) @ ground.n
        found.append((gap, place - 0.5 * gap * ground.n))
    return common.area, found


def _between_edges(half_a: np.ndarray, half_b: np.ndarray, r: np.ndarray, R: np.ndarray, n: np.ndarray) -> np.ndarray:
    """The place between the edges of two boxes that are nearest to each other along n: of each those across it most nearly."""
    on_a, on_b = nearest_edge(half_a, r, R, -n), nearest_edge(half_b, np.zeros(3), np.eye(3), n)
    return 0.5 * sum(nearest_on_segments(*on_a, *on_b))


def nearest_edge(half: np.ndarray, r: np.ndarray, R: np.ndarray, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Middle and half the length (3,) of the edge of a box that is farthest along n, which is across it."""
    local = R.T @ n
    x, y, z = abs_of(local)
    least = (x < where(y < z, y, z), y < z)
    edge = np.array([where(least[0], 1.0, 0.0), where(least[0], 0.0, where(least[1], 1.0, 0.0)), where(least[0], 0.0, where(least[1], 0.0, 1.0))])
    corner = np.array([where(part < 0.0, -1.0, 1.0) for part in local]) * half
    return r + R @ (corner * (1.0 - edge)), R @ (half * edge)


def _unit(v: np.ndarray) -> np.ndarray:
    return v / (v @ v + APART) ** 0.5


def box_on_box(a: Record, b: Record, frame_a: Record, frame_b: Record, t: Any) -> list[Record]:
    """The points of two boxes, as `touching` gives them."""
    r, R = frame_b.R.T @ (frame_a.r - frame_b.r), frame_b.R.T @ frame_a.R
    found, by_motion = values_and_gradients(lambda r, R: _in_a_row(box_points(a.size, b.size, r, R)), (r, R), POINTS)
    points = []
    for gap, place, n, (by_place, by_axes) in zip(found, *np.split(found[POINTS:].reshape(2 * POINTS, 3), 2), by_motion):
        about_a = sum(cross(axis, by) for axis, by in zip(R.T, by_axes.T))
        about = frame_b.R @ (about_a - cross(place - r, by_place))
        C = frame_b.r + frame_b.R @ place
        points.append(point(gap, 0.0, frame_b.R @ by_place, C, frame_b.R @ n, C, 1.0, about))
    reach = a.kind.reach(a)
    bound = norm(r) - b.kind.reach(b) - reach
    return [looked_at_near(at, bound, reach) for at in points]


def _in_a_row(found: list[tuple[Any, np.ndarray, np.ndarray]]) -> np.ndarray:
    gaps, places, normals = zip(*found)
    return np.concatenate([np.array(gaps), *places, *normals])
