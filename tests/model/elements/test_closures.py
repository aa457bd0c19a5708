"""What a joint must satisfy where it closes a loop: its coordinates and its restrictions, from the pose of its frames."""

import numpy as np
import pytest

from mbfmu.base.scalars import kernel, rate
from mbfmu.base.spatial.rotations import about_axis, skew
from mbfmu.model.elements.joints import Coordinates

from ...dimensions import assert_dimension, dressed
from ...tolerances import ROUNDOFF
from ...tracing import traced
from .test_joints import KINDS, every_kind

seeds = pytest.mark.parametrize("seed", range(5))
TURNING = {"Revolute": [0], "Cylindrical": [0], "Planar": [2], "Universal": [0, 1]}  # which coordinates are angles
WIDE = 6.0  # rad: beyond half a turn either way


def random_q(kind, rng):
    q = rng.uniform(-WIDE, WIDE, kind.nq)
    if kind.nq in (4, 7):
        q[-4:] /= np.linalg.norm(q[-4:])
    return q


@kernel
def closure(kind, R, r):
    return np.array(kind.closure(R, r))


@kernel
def measure(kind, R, r, near):
    return np.array(kind.coordinates_from_pose(R, r, near))


@kernel
def speeds(kind, q, V):
    return np.array(kind.speeds(q, V))


def closure_jacobian(kind, R, r):
    """Rates (6 - nv, 6) of the closure at unit motions of frame_b, resolved in it."""
    pose = lambda R, r: np.array(kind.closure(R, r))
    return np.array([rate(pose, (R, r), (R @ skew(V[:3]), R @ V[3:])) for V in np.eye(6)]).T


@seeds
@every_kind
def test_closure_vanishes_where_the_joint_can_be(kind, seed):
    value = closure(kind, *kind.motion(random_q(kind, np.random.default_rng(seed))))
    np.testing.assert_allclose(value, np.zeros(len(kind.closure_units)), atol=10 * ROUNDOFF)
    assert len(kind.closure_units) == max(6 - kind.nv, 0)


@seeds
@every_kind
def test_closure_restricts_just_what_the_joint_does_not_let_move(kind, seed):
    q = random_q(kind, np.random.default_rng(seed))
    jacobian = closure_jacobian(kind, *kind.motion(q)).reshape(-1, 6)
    np.testing.assert_allclose(jacobian @ kind.subspace(q), np.zeros((len(jacobian), kind.nv)), atol=100 * ROUNDOFF)
    assert len(jacobian) == 0 or np.linalg.svd(jacobian, compute_uv=False)[-1] > 0.1


@seeds
@every_kind
def test_measure_inverts_motion_on_any_turn(kind, seed):
    rng = np.random.default_rng(seed)
    q = random_q(kind, rng)
    R, r = kind.motion(q)
    np.testing.assert_allclose(measure(kind, R, r, q + rng.uniform(-0.1, 0.1, kind.nq)), q, atol=100 * ROUNDOFF)
    for i in TURNING.get(kind.__name__, []):
        turned = q + 4.0 * np.pi * np.eye(kind.nq)[i]
        np.testing.assert_allclose(measure(kind, R, r, turned + 0.5), turned, atol=100 * ROUNDOFF)


@seeds
@pytest.mark.parametrize("kind", [k for k in KINDS if k.nq in (4, 7)], ids=lambda k: k.__name__)
def test_measured_euler_parameters_give_the_rotation_wherever_they_are_sought(kind, seed):
    """Half turns about the axes, where a formula with one divisor fails, and the opposite sign among them."""
    rng = np.random.default_rng(seed)
    axes = [*np.eye(3), rng.normal(size=3)]
    for n, angle in ((n / np.linalg.norm(n), x) for n in axes for x in (0.0, 1.0, np.pi - 1e-9, np.pi, 4.0)):
        R, r, near = about_axis(n, angle), rng.normal(size=3), rng.normal(size=kind.nq)
        q = measure(kind, R, r, near)
        np.testing.assert_allclose(kind.motion(q)[0], R, atol=10 * ROUNDOFF)
        assert q[-4:] @ near[-4:] >= 0.0
        assert q[-4:] @ q[-4:] == pytest.approx(1.0, abs=ROUNDOFF)


@seeds
@every_kind
def test_speeds_invert_the_subspace(kind, seed):
    rng = np.random.default_rng(seed)
    q, v = random_q(kind, rng), rng.normal(size=kind.nv)
    if issubclass(kind, Coordinates):  # only speeds that keep the relations can be told from the motion
        tied = np.array([rate(kind.relations, (q,), (one,)) for one in np.eye(kind.nq)]).T
        v = v - np.linalg.pinv(tied) @ (tied @ v)
    np.testing.assert_allclose(speeds(kind, q, kind.subspace(q) @ v), v, atol=10 * ROUNDOFF)


@every_kind
def test_float_is_traced(kind):
    rng = np.random.default_rng(0)
    q = random_q(kind, rng)
    R, r = kind.motion(q)
    for function, arguments in ((closure, [R, r]), (measure, [R, r, q]), (speeds, [q, rng.normal(size=6)])):
        value, _ = traced(lambda *a: function(kind, *a), arguments, [np.zeros_like(a) for a in arguments])
        np.testing.assert_allclose(value, function(kind, *arguments), atol=10 * ROUNDOFF)


@every_kind
def test_units(kind):
    rng = np.random.default_rng(0)
    R, r = dressed(about_axis(np.array([0.0, 0.6, 0.8]), 0.7), "1"), dressed(rng.normal(size=3), "m")
    for row, unit in zip(kind.closure(R, r), kind.closure_units, strict=True):
        assert_dimension(row, unit)
