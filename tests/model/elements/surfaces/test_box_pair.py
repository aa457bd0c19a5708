"""Boxes on boxes: the axes that separate them beside coal, what faces have in common beside points, and forces beside their potential."""

from itertools import product

import coal
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu import Body, BoxSurface, EnergyError, FreeMotion, HuntCrossleyContact, Model, World, simulate
from mbfmu.base.scalars import Record
from mbfmu.model.elements.element_description import described
from mbfmu.model.elements.sensors import Dissipation, KineticEnergy, PotentialEnergy
from mbfmu.model.elements.surfaces.box_pair import farthest, separating_axes
from mbfmu.model.elements.surfaces.overlap import corners, overlap
from mbfmu.model.elements.surfaces.touching import touching
from mbfmu.problem.mechanism.mechanics import compile_model

from ....running import Running
from ....tolerances import COLLISION_LIBRARY, ENERGY_BALANCE, FINITE_DIFFERENCE, ROUNDOFF, SAMPLED_OVERLAP, STIFF_LIMIT

FLAT = np.array([0.2, 0.2, 0.1])


def touched(size_a, size_b, R, r):
    boxes = [described(BoxSurface(size=size), lambda element: Record(element.values)) for size in (size_a, size_b)]
    return touching(*boxes, Record(R=R, r=np.array(r, dtype=float)), Record(R=np.eye(3), r=np.zeros(3)), 0.0)


def test_boxes_penetrate_and_part_as_coal_says():
    """Along the best axis; boxes whose corners are nearest to each other are farther apart."""
    rng, parted, sunk = np.random.default_rng(0), 0, 0
    for _ in range(1000):
        sizes, R, r = rng.uniform(0.2, 1.0, (2, 3)), Rotation.random(random_state=rng).as_matrix(), 0.5 * rng.normal(size=3)
        gap = max(farthest(axes).gap for axes in separating_axes(*(0.5 * sizes), r, R))
        poses = coal.Transform3s(R, r), coal.Transform3s(np.eye(3), np.zeros(3))
        distance = coal.distance(coal.Box(*sizes[0]), poses[0], coal.Box(*sizes[1]), poses[1], coal.DistanceRequest(), coal.DistanceResult())
        assert gap <= distance + COLLISION_LIBRARY
        if gap < 0.0:
            assert gap == pytest.approx(distance, abs=COLLISION_LIBRARY)
        parted, sunk = parted + (gap > 0.0 and gap > distance - COLLISION_LIBRARY), sunk + (gap < 0.0)
    assert parted > 200
    assert sunk > 300


def test_moments_of_an_overlap_are_those_of_points_in_it():
    rng, along = np.random.default_rng(1), (np.arange(400) + 0.5) / 200.0 - 1.0
    points = np.array(np.meshgrid(along, along)).reshape(2, -1)
    for _ in range(6):
        c, a, b = 0.6 * rng.normal(size=2), *rng.normal(size=(2, 2))
        inside = points[:, (abs(np.linalg.solve(np.array([a, b]).T, points - c[:, None])) < 1.0).all(0)]
        sampled = [inside.shape[1], inside.sum(1), inside @ inside.T]
        found = overlap(c, a, b)
        for moment, of_points in zip((found.area, found.first, found.second), sampled):
            assert np.allclose(moment, 2.5e-5 * np.array(of_points), atol=SAMPLED_OVERLAP)


@pytest.mark.parametrize("turn", [0.0, 1e-16, -1e-12, 1e-9, 1e-7, -1e-5])
@pytest.mark.parametrize("shift", [0.0, 1e-17, -1e-16, 1e-9])
def test_edges_that_lie_upon_each_other_count_once(turn, shift):
    found = overlap(np.array([shift, 0.0]), np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)]))
    expected = np.array([[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]])
    assert np.allclose(corners(found, np.eye(2)), expected, atol=3.0 * (abs(turn) + abs(shift)) + ROUNDOFF)


@pytest.mark.parametrize("turn", [0.0, 1e-12, -1e-9, 3e-8, -1e-7])
def test_edges_that_are_nearly_parallel_have_slopes(turn):
    """Of gaps by rotation about the vertical, beside differences: edges cross millions of lengths away, which left roundoff of 1e6 m/rad."""
    tilt, step, r = Rotation.from_euler("xy", [-2e-3, 1e-3]), 1e-4, [0.01, 0.02, 0.0995]
    turned = lambda angle: touched(FLAT, FLAT, (Rotation.from_euler("z", turn + angle) * tilt).as_matrix(), r)[:4]
    slopes = [(above.gap - below.gap) / (2.0 * step) for above, below in zip(turned(step), turned(-step))]
    assert [(at.about + np.cross(at.r - r, at.by_a))[2] for at in turned(0.0)] == pytest.approx(slopes, abs=FINITE_DIFFERENCE)


@pytest.mark.parametrize("yaw", [0.0, 1e-9, -1e-4, 0.3])
@pytest.mark.parametrize("shift", [0.0, 1e-9, 0.03])
def test_a_tilted_box_touches_with_the_corners_of_its_low_edge(yaw, shift):
    """However its far end hangs over a border of the ground: by the overlap's parallelogram they were off by 0.6 mm, and had kinks."""
    R = (Rotation.from_euler("z", yaw) * Rotation.from_euler("y", 0.2)).as_matrix()
    corner = np.array([0.0, shift, 0.0501]) - R @ np.array([0.1, 0.0, -0.05])
    at = touched(FLAT, np.array([0.2, 0.4, 0.1]), R, corner)[:4]
    expected = [corner + R @ np.array([0.1, side, -0.05]) for side in (-0.1, 0.1)]
    low = sorted(sorted(at, key=lambda point: point.gap)[:2], key=lambda point: point.r[1])
    assert [point.gap for point in low] == pytest.approx([place[2] - 0.05 for place in expected], abs=ROUNDOFF)
    assert np.allclose([point.r[:2] for point in low], [place[:2] for place in expected], atol=ROUNDOFF)


@pytest.mark.parametrize("left", [1e-4, 1.08e-3, 1.09e-3, 5e-3])
def test_two_points_bear_until_a_face_slips_off_an_edge(left):
    """An edge of b lies on a face of a, `left` from its end. Below 2 % of the size, another face of b was taken for the one that lies there."""
    size, R = np.array([0.0075, 0.024, 0.048]), Rotation.from_euler("y", -0.08).as_matrix()
    at = touched(size, size, R, -R @ np.array([0.5 * size[0], 0.0, 0.5 * size[2] - left]) - [0.5 * size[0], 0.0, 0.5 * size[2]])
    assert sorted(point.gap for point in at)[:2] == pytest.approx([0.0, 0.0], abs=ROUNDOFF)
    assert sorted(point.r[1] for point in at if abs(point.gap) < 1e-9) == pytest.approx([-0.012, 0.012], abs=ROUNDOFF)


def test_a_box_stands_on_the_corners_of_what_faces_have_in_common():
    *faces, edges = touched(FLAT, FLAT, np.eye(3), [0.06, -0.04, 0.0999])
    assert edges.gap > 0.1
    for at, (x, y) in zip(faces, product((-0.04, 0.1), (-0.1, 0.06))):
        assert at.gap == pytest.approx(-1e-4, abs=ROUNDOFF)
        assert np.allclose(at.C, [x, y, 0.04995], atol=ROUNDOFF)
        assert np.allclose(at.n, [0.0, 0.0, 1.0], atol=ROUNDOFF)


@pytest.mark.parametrize("turn", [0.0, 0.3, 0.8])
def test_a_small_box_stands_on_its_own_corners_however_it_is_turned(turn):
    R = Rotation.from_euler("z", turn).as_matrix()
    small, large = [0.1, 0.06, 0.1], [0.5, 0.5, 0.1]
    own = np.array([*product((-0.05, 0.05), (-0.03, 0.03), [0.0])])
    above = {tuple(np.round(at.C, 9)) for at in touched(small, large, R, [0.1, 0.0, 0.1])[:4]}
    assert above == {tuple(np.round(R @ corner + [0.1, 0.0, 0.05], 9)) for corner in own}
    below = {tuple(np.round(at.C, 9)) for at in touched(large, small, R.T, R.T @ [-0.1, 0.0, -0.1])[:4]}
    assert below == {tuple(np.round(corner + [0.0, 0.0, -0.05], 9)) for corner in own}


def test_crossed_edges_touch_at_one_point():
    """An edge of each box, at right angles, one above the other."""
    R = Rotation.from_euler("y", np.pi / 4.0).as_matrix()
    below = Rotation.from_euler("x", np.pi / 4.0).as_matrix()
    half = 0.5 * 2.0**0.5
    *faces, edges = touched(np.ones(3), np.ones(3), below.T @ R, below.T @ [0.1, 0.2, 2.0 * half - 1e-3])
    assert edges.gap == pytest.approx(-1e-3, abs=ROUNDOFF)
    assert np.allclose(below @ edges.n, [0.0, 0.0, 1.0], atol=ROUNDOFF)
    assert np.allclose(below @ edges.C, [0.1, 0.0, half - 5e-4], atol=ROUNDOFF)
    assert all(at.gap > 1.0 for at in faces)


def above_a_box(start, **values):
    """A box above another one that is fixed."""
    model = Model("OnBox", stop_time=0.5)
    model.world, model.body = World(g=9.81), Body(m=1.0, I=[0.004, 0.004, 0.006])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, **start)
    model.box, model.below = BoxSurface(size=FLAT), BoxSurface(size=[0.3, 0.25, 0.2])
    model.contact = HuntCrossleyContact(model.body.frame_a, model.world.frame_b, model.box, model.below, **values)
    model.T, model.V, model.heat, model.balance = KineticEnergy(), PotentialEnergy(), Dissipation(), EnergyError()
    of = {"T": model.T.T, "V": model.V.V, "P": model.heat.P, "error": model.balance.error, "N": model.contact.N, "gap": model.contact.gap}
    model.expose(outputs=of)
    return model


@pytest.mark.slow
def test_energy_becomes_heat():
    """At random places: faces, corners and edges on each other."""
    running, rng, seen = Running(compile_model(above_a_box({}, c=1e4, d=0.5, mu=0.5, friction="simple"))), np.random.default_rng(2), 0
    for _ in range(30):
        x = 0.5 * rng.normal(size=running.x.size)
        x[:3] = 0.15 * rng.normal(size=3)
        x[3:7] = np.roll(Rotation.random(random_state=rng).as_quat(), 1)
        running.settle_at(x)
        rates, outputs = running.rates_at(x), running.outputs_at(x)
        seen += outputs["N"] > 0.0
        assert rates["T"] + rates["V"] + outputs["P"] == pytest.approx(0.0, abs=ENERGY_BALANCE * (abs(rates["T"]) + abs(rates["V"])))
    assert seen > 10


@pytest.mark.slow
def test_a_frictionless_box_on_a_box_keeps_its_energy():
    start = {"r_start": [0.05, 0.02, 0.17], "v_start": [0.2, 0.1, 0.0], "w_start": [0.3, 0.5, 0.2]}
    result = simulate(above_a_box(start, c=1e4, n=1.0, d=0.0, friction="none"), stop_time=0.3)
    assert result["N"].max() > 10.0
    assert np.abs(result["error"]).max() < STIFF_LIMIT


@pytest.mark.parametrize("gap", [-1e-6, 1e-6])
def test_what_says_whether_boxes_touch_has_the_sign_of_the_gap(gap):
    """Of boxes of different sizes whose corners are far from each other."""
    *faces, _ = touched([0.06, 0.06, 0.06], [0.01, 0.03, 0.04], np.eye(3), [0.035 + gap, 0.0, 0.0])
    assert all(at.reached > 0.0 for at in faces)
    assert [at.indicator for at in faces] == pytest.approx([gap] * 4, abs=ROUNDOFF)
