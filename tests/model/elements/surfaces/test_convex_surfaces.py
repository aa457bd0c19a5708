"""Convex surfaces on each other: beside closed forms, and derivatives beside differences."""

from itertools import product

import casadi as ca
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import BoxSurface, CapsuleSurface, CylinderSurface, EllipsoidSurface, SphereSurface
from mbfmu.base.scalars import Record
from mbfmu.model.elements.element_description import described
from mbfmu.model.elements.surfaces.box_pair import farthest, separating_axes
from mbfmu.model.elements.surfaces.convex_surfaces import convex_on_convex
from mbfmu.model.elements.surfaces.touching import touching

from ....convex_scenes import SURFACES, placed
from ....tolerances import FINITE_DIFFERENCE, ROUNDOFF

WORLD = Record(R=np.eye(3), r=np.zeros(3))
STEP = 1e-4  # s


def of(surface):
    return described(surface, lambda element: Record(element.values))


def random_frame(rng, far=0.5):
    return Record(R=Rotation.random(random_state=rng).as_matrix(), r=far * rng.normal(size=3))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (SphereSurface(radius=0.2), SphereSurface(radius=0.3)),
        (SphereSurface(radius=0.2), CapsuleSurface(radius=0.1, length=0.5)),
        (CapsuleSurface(radius=0.2, length=0.3), CapsuleSurface(radius=0.1, length=0.5)),
        (SphereSurface(radius=0.2), BoxSurface(size=[0.4, 0.6, 0.8])),
        (CylinderSurface(radius=0.2, length=0.7), SphereSurface(radius=0.3)),
    ],
    ids=lambda surface: type(surface).__name__,
)
def test_pairs_that_have_closed_forms(a, b):
    rng = np.random.default_rng(0)
    for _ in range(20):
        frame_a, frame_b = random_frame(rng), random_frame(rng)
        (found,), (closed,) = (touch(of(a), of(b), frame_a, frame_b, 0.0) for touch in (convex_on_convex, touching))
        assert found.gap == pytest.approx(closed.gap, abs=ROUNDOFF)
        assert np.allclose([found.n, found.C], [closed.n, closed.C], atol=1e3 * ROUNDOFF)


def test_boxes_sink_along_their_separating_axis():
    rng, size_a, size_b, sunk = np.random.default_rng(1), np.array([0.5, 0.7, 0.9]), np.array([0.6, 0.4, 0.8]), 0
    for _ in range(40):
        frame = random_frame(rng, 0.3)
        axis = farthest([farthest(axes) for axes in separating_axes(0.5 * size_a, 0.5 * size_b, frame.r, frame.R)])
        (found,) = convex_on_convex(of(BoxSurface(size=size_a)), of(BoxSurface(size=size_b)), frame, WORLD, 0.0)
        assert found.gap > axis.gap - ROUNDOFF
        if axis.gap < 0.0:
            sunk += 1
            assert found.gap == pytest.approx(axis.gap, abs=ROUNDOFF)
            assert np.allclose(found.n, axis.n, atol=1e3 * ROUNDOFF)
    assert sunk > 20


def test_an_ellipsoid_upon_another_touches_at_the_tops():
    """Turned about the vertical, and tilted by a right angle."""
    below, above = EllipsoidSurface(semi_axes=[0.3, 0.2, 0.1]), EllipsoidSurface(semi_axes=[0.1, 0.25, 0.4])
    for turn, half in ((Rotation.from_euler("z", 0.7), 0.4), (Rotation.from_euler("x", 0.5 * np.pi), 0.25)):
        for gap in (-0.02, -1e-9, 0.0, 1e-9, 0.05):
            (at,) = touching(of(above), of(below), Record(R=turn.as_matrix(), r=np.array([0.0, 0.0, 0.1 + half + gap])), WORLD, 0.0)
            assert at.gap == pytest.approx(gap, abs=ROUNDOFF)
            assert np.allclose(at.n, [0.0, 0.0, 1.0], atol=ROUNDOFF)
            assert np.allclose(at.C, [0.0, 0.0, 0.1 + 0.5 * gap], atol=ROUNDOFF)


def moving(a, b) -> ca.Function:
    """Gap, normal and point of contact (7,) and their first, second and third rates at time t of a that starts at R, r and moves with w, v."""
    t, w, v, R, r = ca.SX.sym("t"), ca.SX.sym("w", 3), ca.SX.sym("v", 3), ca.SX.sym("R", 3, 3), ca.SX.sym("r", 3)
    speed = ca.norm_2(w)
    turning = ca.skew(w / speed)
    turned = (ca.SX.eye(3) + ca.sin(speed * t) * turning + (1 - ca.cos(speed * t)) * turning @ turning) @ R
    rates = [placed(a, b, turned, r + t * v)]
    for _ in range(3):
        rates.append(ca.jacobian(rates[-1], t))
    return ca.Function("moving", [t, R, r, w, v], [ca.horzcat(*rates)])


@pytest.mark.parametrize(
    ("a", "b"),
    [pytest.param(a, b, marks=[pytest.mark.slow] * ((a, b) != ("capsule", "polyhedron"))) for a, b in product(SURFACES, SURFACES)],
)
def test_rates_are_those_of_differences(a, b):
    """Of normal and point up to the second, of the gap up to the third: what rigid contacts in FMUs need. Kinks are left out."""
    rng, function, smooth = np.random.default_rng(2), moving(SURFACES[a](), SURFACES[b]()), 0
    for _ in range(12):
        R, d, w, v = Rotation.random(random_state=rng).as_matrix(), rng.normal(size=3), rng.normal(size=3), 0.1 * rng.normal(size=3)
        r, wanted = 0.5 * d / np.linalg.norm(d), rng.choice([1e-3, -1e-3, 2e-2, -1e-2])
        for _ in range(12):
            r = r - (float(function(0.0, R, r, w, v)[0, 0]) - wanted) * d / np.linalg.norm(d)
        near = {k: function(k * STEP, R, r, w, v).full() for k in (-2, -1, 0, 1, 2)}
        differences = (8.0 * (near[1] - near[-1]) - (near[2] - near[-2])) / (12.0 * STEP)
        wrong = abs(near[0][:, 1:] - differences[:, :3]) / (1.0 + abs(differences[:, :3]))
        if wrong[:, 0].max() > FINITE_DIFFERENCE:
            continue  # another feature within the steps
        smooth += 1
        assert wrong[:, 1].max() < FINITE_DIFFERENCE
        assert wrong[0, 2] < FINITE_DIFFERENCE
    assert smooth > 10


def test_far_bodies_are_not_looked_at():
    for gap, is_near in ((0.05, True), (1.0, False)):
        frame = Record(R=np.eye(3), r=np.array([0.0, 0.0, 0.16 + gap]))
        (at,) = touching(of(SURFACES["ellipsoid"]()), of(SURFACES["ellipsoid"]()), frame, WORLD, 0.0)
        assert (at.reached > 0.0) == is_near
        assert 0.0 < at.indicator <= at.gap == pytest.approx(gap, abs=ROUNDOFF)
