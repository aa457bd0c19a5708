"""Distances, lowest points and nearest points of surfaces, beside points that are spread over them."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from mbfmu import (
    BoxSurface,
    BumpRoad,
    CapsuleSurface,
    CylinderSurface,
    EllipsoidSurface,
    InclinedRoad,
    PlaneSurface,
    PolyhedronSurface,
    RoadSurface,
    SphereSurface,
    TorusSurface,
)
from mbfmu.base.errors import MbfmuError
from mbfmu.base.scalars import Record
from mbfmu.model.elements.element_description import described
from mbfmu.model.elements.surfaces.touching import pairing, touching

from ....tolerances import ROUNDOFF, SAMPLED_SURFACE

TURNS = np.linspace(0.0, 2.0 * np.pi, 721)
SPANS = np.linspace(-1.0, 1.0, 241)
CLOUD = np.random.default_rng(3).normal(size=(9, 3))


def grid(*coordinates):
    """All combinations of the coordinates' values, a flat array for each coordinate."""
    return [of.ravel() for of in np.meshgrid(*coordinates, indexing="ij")]


def points(*coordinates):
    """An array of points of their coordinates x, y, z, which may be numbers."""
    return np.stack(np.broadcast_arrays(*coordinates), axis=-1)


def ball_points(radius=1.0):
    """Points of a sphere."""
    c, a = grid(TURNS / 2, TURNS[::4])
    return radius * points(np.sin(c) * np.cos(a), np.sin(c) * np.sin(a), np.cos(c))


def shell_points(radius, length):
    """Points of a cylinder's shell."""
    a, s = grid(TURNS[::4], SPANS)
    return points(radius * np.cos(a), radius * np.sin(a), 0.5 * length * s)


def tube_points(radius, length):
    """Points of a cylinder, of its shell and of its ends."""
    a, r, side = grid(TURNS[::4], radius * np.abs(SPANS[::4]), [-1, 1])
    return np.concatenate([shell_points(radius, length), points(r * np.cos(a), r * np.sin(a), 0.5 * length * side)])


def capsule_points(radius, length):
    """Points of a capsule."""
    sphere = ball_points(radius)
    return np.concatenate([shell_points(radius, length), sphere + np.outer(np.where(sphere[:, 2] < 0.0, -0.5, 0.5), [0.0, 0.0, length])])


def box_points(size):
    """Points of a cuboid."""
    s, r = grid(SPANS[::4], SPANS[::4])
    faces = [np.insert(points(s, r), axis, side, axis=1) for axis, side in product(range(3), (-1, 1))]
    return 0.5 * np.concatenate(faces) * size


def torus_points(radius, tube):
    """Points of a torus."""
    a, b = grid(TURNS[::4], TURNS[::8])
    return points((radius + tube * np.cos(b)) * np.cos(a), (radius + tube * np.cos(b)) * np.sin(a), tube * np.sin(b))


SHAPES = {
    "sphere": (SphereSurface(radius=0.3), ball_points(0.3)),
    "capsule": (CapsuleSurface(radius=0.1, length=0.4), capsule_points(0.1, 0.4)),
    "cylinder": (CylinderSurface(radius=0.2, length=0.5), tube_points(0.2, 0.5)),
    "torus": (TorusSurface(radius=0.3, tube=0.05), torus_points(0.3, 0.05)),
    "box": (BoxSurface(size=[0.2, 0.3, 0.5]), box_points(np.array([0.2, 0.3, 0.5]))),
    "ellipsoid": (EllipsoidSurface(semi_axes=[0.1, 0.2, 0.4]), ball_points() * [0.1, 0.2, 0.4]),
    "polyhedron": (PolyhedronSurface(vertices=CLOUD), CLOUD),
}
WITH_DISTANCES = [name for name, (surface, _) in SHAPES.items() if surface.distance is not None]


def frame(R=np.eye(3), r=(0.0, 0.0, 0.0)):
    return Record(R=np.asarray(R), r=np.array(r, dtype=float))


def of(surface):
    return described(surface, lambda element: Record(element.values))


def touched(a, b, frame_a, frame_b):
    return touching(of(a), of(b), frame_a, frame_b, 0.0)


def random_frame(rng):
    return frame(Rotation.random(random_state=rng).as_matrix(), rng.normal(size=3))


@pytest.mark.parametrize("name", WITH_DISTANCES)
def test_distances_are_those_of_points_spread_over_a_surface(name):
    surface, points = SHAPES[name]
    for r in np.random.default_rng(0).normal(size=(20, 3)) * 0.4:
        found = surface.distance(of(surface), r, 0.0)
        assert abs(found) == pytest.approx(np.linalg.norm(points - r, axis=1).min(), abs=SAMPLED_SURFACE)


@pytest.mark.parametrize("name", ["sphere", "capsule", "cylinder", "box"])
def test_distances_are_negative_inside(name):
    surface, _ = SHAPES[name]
    assert surface.distance(of(surface), np.array([0.01, 0.02, 0.03]), 0.0) < 0.0 < surface.distance(of(surface), np.array([1.0, 2.0, 3.0]), 0.0)


@pytest.mark.parametrize("name", SHAPES)
def test_bodies_touch_a_plane_with_their_lowest_point(name):
    surface, points = SHAPES[name]
    rng = np.random.default_rng(1)
    for _ in range(10):
        body, ground = random_frame(rng), random_frame(rng)
        found = touched(surface, PlaneSurface(), body, ground)
        assert len(found) == pairing(type(surface), PlaneSurface).count(type(surface), PlaneSurface)
        heights = ((points @ body.R.T + body.r) - ground.r) @ ground.R[:, 2]
        lowest = min(found, key=lambda at: at.gap)
        assert lowest.gap == pytest.approx(heights.min(), abs=SAMPLED_SURFACE)
        assert np.allclose(lowest.n, ground.R[:, 2], atol=ROUNDOFF)
        assert (lowest.C - ground.r) @ ground.R[:, 2] == pytest.approx(0.5 * lowest.gap, abs=ROUNDOFF)


def test_a_slope_is_a_plane():
    body, slope = random_frame(np.random.default_rng(2)), np.arctan(0.3)
    tilted = frame(Rotation.from_euler("y", -slope).as_matrix())
    road = RoadSurface(InclinedRoad(slope=slope))
    for surface, _ in SHAPES.values():
        for at, on_plane in zip(touched(surface, road, body, frame()), touched(surface, PlaneSurface(), body, tilted)):
            assert np.allclose([at.gap, *at.n, *at.C], [on_plane.gap, *on_plane.n, *on_plane.C], atol=ROUNDOFF)


@pytest.mark.parametrize("name", WITH_DISTANCES)
def test_a_sphere_touches_a_surface_as_that_touches_the_sphere(name):
    rng = np.random.default_rng(4)
    a, b = random_frame(rng), random_frame(rng)
    ball, other = SphereSurface(radius=0.2), SHAPES[name][0]
    (there,), (back,) = touched(ball, other, a, b), touched(other, ball, b, a)
    assert there.gap == pytest.approx(back.gap, abs=ROUNDOFF)
    assert np.allclose(there.C, back.C, atol=ROUNDOFF)
    assert np.allclose(there.n, -back.n, atol=ROUNDOFF)


def test_capsules_are_as_near_as_their_segments():
    rng, long, short = np.random.default_rng(5), CapsuleSurface(radius=0.1, length=2.0), CapsuleSurface(radius=0.2, length=0.7)
    for _ in range(20):
        a, b = random_frame(rng), random_frame(rng)
        apart = lambda s: np.linalg.norm(a.r + s[0] * a.R[:, 2] - b.r - s[1] * b.R[:, 2])
        least = minimize(apart, [0.1, 0.1], bounds=[(-1.0, 1.0), (-0.35, 0.35)], tol=1e-14).fun
        (at,) = touched(long, short, a, b)
        assert at.gap == pytest.approx(least - 0.3, abs=SAMPLED_SURFACE)


@pytest.mark.parametrize("vertices", [None, "corners", [1.0, 2.0, 3.0], [[1.0, 2.0]], []])
def test_vertices_that_are_none_are_refused(vertices):
    with pytest.raises(MbfmuError, match=r"vertices must be an array \(n, 3\)"):
        PolyhedronSurface(vertices=vertices)


def test_far_bodies_are_told_from_a_plane_alone():
    """Beside a steep hill the ground below a body is farther than its corners from the hill."""
    box = BoxSurface(size=[0.2, 0.3, 0.5])
    on_plane = [touched(box, PlaneSurface(), frame(r=[0.0, 0.0, z]), frame()) for z in (0.2, 2.0)]
    assert [at.reached > 0.0 for at in on_plane[0]] == [True] * 8
    assert [at.reached > 0.0 for at in on_plane[1]] == [False] * 8
    assert all(0.0 < at.indicator <= at.gap for at in on_plane[1])
    assert all(at.reached == np.inf for at in touched(box, RoadSurface(BumpRoad(bump=5.0, start=0.3)), frame(r=[0.0, 0.0, 2.0]), frame()))
