"""Coordinates of the user's choice, more of them than degrees of freedom."""

import numpy as np
import pytest

from mbfmu.base.scalars import Record, kernel
from mbfmu.base.spatial import euler_parameters
from mbfmu.base.spatial.rotations import skew
from mbfmu.model.elements.joints import Coordinates, FreeMotion, QuaternionCoordinates

from ...tolerances import ROUNDOFF
from ...tracing import traced


class CylinderCoordinates(Coordinates):
    """Radius, angle as a cosine and a sine, height, and Euler parameters: eight coordinates with two relations."""

    nq = nv = 8
    units = ("1", "1")

    @staticmethod
    def position(q):
        return np.array([q[0] * q[1], q[0] * q[2], q[3]])

    @staticmethod
    def rotation(q):
        return euler_parameters.rotation(q[4:])

    @staticmethod
    def relations(q):
        return np.array([q[1] * q[1] + q[2] * q[2] - 1.0, q[4:] @ q[4:] - 1.0])


def random_state(kind, seed):
    """Coordinates and rates that fulfil the relations."""
    rng = np.random.default_rng(seed)
    q, v = rng.normal(size=(2, kind.nq))
    for part in (slice(1, 3), slice(4, 8)) if kind is CylinderCoordinates else (slice(3, 7),):
        q[part] /= np.linalg.norm(q[part])
        v[part] -= q[part] * (q[part] @ v[part])
    return q, v


@kernel
def placement(kind, q):
    return np.array([*kind.rotation(q).ravel(), *kind.position(q)])


@kernel
def relative_motion(kind, q, v):
    return kind.subspace(q) @ v


both = pytest.mark.parametrize("kind", [QuaternionCoordinates, CylinderCoordinates], ids=lambda k: k.__name__)
seeds = pytest.mark.parametrize("seed", range(3))


@seeds
@both
def test_subspace_and_bias_are_rates(kind, seed):
    q, v = random_state(kind, seed)
    _, rate = traced(lambda q: placement(kind, q), [q], [v])
    R, V = kind.rotation(q), kind.subspace(q) @ v
    np.testing.assert_allclose(R.T @ rate[:9].reshape(3, 3), skew(V[:3]), atol=10 * ROUNDOFF)
    np.testing.assert_allclose(R.T @ rate[9:], V[3:], atol=10 * ROUNDOFF)
    _, bias = traced(lambda q: relative_motion(kind, q, v), [q], [v])
    np.testing.assert_allclose(kind.bias(q, v), bias, atol=10 * ROUNDOFF)


@seeds
@both
def test_speeds_are_the_rates_that_keep_the_relations(kind, seed):
    q, v = random_state(kind, seed)
    np.testing.assert_allclose(kind.speeds(q, kind.subspace(q) @ v), v, atol=100 * ROUNDOFF)


@seeds
def test_H_is_that_of_the_paper(seed):
    """Schutte & Udwadia (2011), eqs. 28-29, whose u has the cosine first."""
    q, _ = random_state(QuaternionCoordinates, seed)
    u2, u3, u4, u1 = q[3:]
    E = np.array([[-u2, u1, u4, -u3], [-u3, -u4, u1, u2], [-u4, u3, -u2, u1]])
    H = 2.0 * E[:, [1, 2, 3, 0]]
    np.testing.assert_allclose(QuaternionCoordinates.subspace(q)[:3, 3:], H, atol=ROUNDOFF)


def test_it_starts_and_shows_as_free_motion_does():
    p = Record(
        r_start=np.array([1.0, 2.0, 3.0]),
        Q_start=np.array([0.1, -0.5, 0.3, 0.8]),
        v_start=np.array([0.4, 0.5, -0.6]),
        w_start=np.array([2.0, -1.0, 0.5]),
    )
    shown = [kind.outputs(*kind.start(p), np.zeros(kind.nv)) for kind in (QuaternionCoordinates, FreeMotion)]
    for name, value in shown[0].items():
        np.testing.assert_allclose(value, shown[1][name], atol=ROUNDOFF)


@pytest.mark.parametrize("spin", [np.zeros(3), np.array([0.3, -0.2, 0.5])])
def test_euler_parameters_turn_along_as_a_free_body_does(spin: np.ndarray):
    """What looks the same from axes that turn has the same velocity and angular velocity in both coordinates, and its rates change as those do."""
    Q, w, r, v = np.array([0.1, -0.3, 0.2, 0.9]), np.array([0.4, 0.7, -0.6]), np.array([0.2, 0.5, -0.1]), np.array([1.0, 2.0, 3.0])
    Q_dot = euler_parameters.turning(Q, w)
    ours = QuaternionCoordinates.turning(np.array([*r, *Q]), np.array([*v, *Q_dot]), spin) @ [*r, *Q, *v, *Q_dot]
    free = FreeMotion.turning(np.array([*r, *Q]), np.array([*w, *v]), spin) @ [*r, *Q, *w, *v]
    w_dot, v_dot = free[7:10], free[10:]
    Q_ddot = euler_parameters.turning(Q_dot, w) + euler_parameters.turning(Q, w_dot)
    assert ours == pytest.approx(np.array([*free[:7], *v_dot, *Q_ddot]), abs=ROUNDOFF)
    assert euler_parameters.angular_velocity(Q, Q_dot) == pytest.approx(w, abs=ROUNDOFF)
