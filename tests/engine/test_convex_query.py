"""The query of two convex cores: beside coal, beside its bounds where bodies nearly touch, and beside the same in NumPy."""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import coal
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu.base.convex.core import ConvexCore
from mbfmu.base.convex.difference import ConvexDifference
from mbfmu.base.convex.query import convex_query

from ..tolerances import COLLISION_DIRECTION, COLLISION_LIBRARY, ROUNDOFF, TOUCHING_CORES
from .convex_query import queried

MOST = coal.DistanceRequest()
MOST.gjk_tolerance = MOST.epa_tolerance = 1e-10
MOST.gjk_max_iterations = MOST.epa_max_iterations = 1000


@dataclass(frozen=True)
class Body:
    """A core with a radius about it, and the same of coal."""

    core: ConvexCore
    radius: float
    coal: Any


def hull(points: np.ndarray) -> Any:
    given = coal.StdVec_Vec3s()
    for point in points:
        given.append(np.array(point))
    return coal.Convex.convexHull(given, False, None)


def body(kind: str, rng: np.random.Generator) -> Body:
    a, b, c = rng.uniform(0.2, 1.0, 3)
    of_points = lambda points: ConvexCore("points", np.ravel(points))
    if kind == "ellipsoid":
        return Body(ConvexCore(kind, np.array([a, b, c])), 0.0, coal.Ellipsoid(a, b, c))
    if kind == "cylinder":
        return Body(ConvexCore(kind, np.array([a, 0.5 * b])), 0.0, coal.Cylinder(a, b))
    if kind == "box":
        return Body(of_points(0.5 * np.array(np.meshgrid(*[(-1, 1)] * 3)).reshape(3, -1).T * [a, b, c]), 0.0, coal.Box(a, b, c))
    if kind == "capsule":
        return Body(of_points([[0.0, 0.0, -0.5 * b], [0.0, 0.0, 0.5 * b]]), 0.5 * a, coal.Capsule(0.5 * a, b))
    if kind == "sphere":
        return Body(of_points(np.zeros(3)), a, coal.Sphere(a))
    points = 0.4 * rng.normal(size=(20, 3))
    return Body(of_points(points), 0.0, hull(points))


KINDS = ("ellipsoid", "cylinder", "box", "capsule", "sphere", "polyhedron")
PAIRS = pytest.mark.parametrize("pair", list(combinations_with_replacement(KINDS, 2)), ids="-".join)


def placed(pair: tuple[str, str], rng: np.random.Generator) -> tuple[Body, Body, ConvexDifference]:
    a, b = (body(kind, rng) for kind in pair)
    r = rng.normal(size=3) * rng.choice([0.3, 0.7, 1.2])
    return a, b, ConvexDifference(a.core, b.core, r, Rotation.random(random_state=rng).as_matrix())


def check_beside_coal(pair: tuple[str, str], count: int) -> None:
    """Bodies are at least as far apart as along any direction: where they are farther than coal says, as many deep smooth bodies are, coal has not
    found the shortest way out."""
    rng, agreed, sunk = np.random.default_rng(0), 0, 0
    for _ in range(count):
        a, b, of = placed(pair, rng)
        n, result = queried(of)[:3], coal.DistanceResult()
        distance = coal.distance(a.coal, coal.Transform3s(of.R, of.r), b.coal, coal.Transform3s(np.eye(3), np.zeros(3)), MOST, result)
        gap = of.beyond(n) - a.radius - b.radius
        assert gap > distance - COLLISION_LIBRARY
        if gap > 0.0:
            assert gap == pytest.approx(distance, abs=COLLISION_LIBRARY)
        if gap < distance + COLLISION_LIBRARY:
            assert np.linalg.norm(n + result.normal) < COLLISION_DIRECTION
            agreed, sunk = agreed + 1, sunk + (gap < 0.0)
    assert agreed > 0.6 * count
    assert sunk > 0.05 * count


@PAIRS
def test_no_direction_parts_bodies_farther(pair):
    rng = np.random.default_rng(3)
    directions = rng.normal(size=(400, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, np.newaxis]
    for _ in range(5):
        *_, of = placed(pair, rng)
        n = queried(of)[:3]
        near = n + 0.01 * directions
        tried = [*directions, *(near / np.linalg.norm(near, axis=1)[:, np.newaxis])]
        assert of.beyond(n) > max(map(of.beyond, tried)) - ROUNDOFF


@PAIRS
def test_gaps_and_normals_are_those_of_coal(pair):
    check_beside_coal(pair, 30)


@PAIRS
@pytest.mark.slow
def test_gaps_and_normals_of_many_bodies_are_those_of_coal(pair):
    check_beside_coal(pair, 2000)


@PAIRS
def test_the_same_in_numpy(pair):
    """The normal, which body has the edges that count, and which feature is smooth."""
    rng, kept = np.random.default_rng(1), [0, 1, 2, 15, 16, 17]
    for _ in range(4):
        *_, of = placed(pair, rng)
        assert np.allclose(queried(of)[kept], convex_query(of).numbers()[kept], atol=TOUCHING_CORES)


@PAIRS
def test_bodies_that_nearly_touch(pair):
    """Moved along the normal from where they touch, they part by as much, or sink by no more: over an edge another way out is shorter."""
    rng = np.random.default_rng(2)
    for _ in range(5):
        a, b, of = placed(pair, rng)
        if of.a.kind == of.b.kind == "points" and of.a.numbers.size + of.b.numbers.size < 24:
            continue  # capsules and spheres: their cores have no inside
        for _ in range(40):  # until their cores touch
            n = queried(of)[:3]
            of = ConvexDifference(of.a, of.b, of.r - of.beyond(n) * n, of.R)
        for apart in (1e-4, 1e-6, 1e-8, 1e-10, 1e-13, 0.0, -1e-13, -1e-10, -1e-8, -1e-6, -1e-4):
            moved = ConvexDifference(of.a, of.b, of.r + apart * n, of.R)
            gap = moved.beyond(queried(moved)[:3])
            assert min(apart, 0.0) - TOUCHING_CORES < gap - max(apart, 0.0)
            assert gap < abs(apart) + TOUCHING_CORES


@pytest.mark.parametrize("turned", [False, True])
def test_flat_faces_upon_each_other(turned):
    """A cylinder that stands on a box, a box on a box, a cylinder that lies on an edge across: the normal is that of the face."""
    box = ConvexCore("points", 0.5 * np.array(np.meshgrid(*[(-1.0, 1.0)] * 3)).reshape(3, -1).T.ravel())
    tube = ConvexCore("cylinder", np.array([0.3, 0.5]))
    lying = Rotation.from_euler("x", 0.5 * np.pi).as_matrix()
    for a, R, height in ((tube, np.eye(3), 0.5), (box, np.eye(3), 0.5), (tube, lying, 0.3)):
        for gap in (-0.01, 0.0, 0.02):
            r = np.array([0.1, 0.05, 0.5 + height + gap])
            of = ConvexDifference(box, a, -R.T @ r, R.T) if turned else ConvexDifference(a, box, r, R)
            n = queried(of)[:3]
            assert np.allclose(n, -R.T[:, 2] if turned else [0.0, 0.0, 1.0], atol=ROUNDOFF)
            assert of.beyond(n) == pytest.approx(gap, abs=ROUNDOFF)
