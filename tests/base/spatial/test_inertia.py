"""Spatial inertia against sums over point masses, which know nothing of it."""

import numpy as np
import pytest

from mbfmu.base.spatial.inertia import about_origin, gyroscopic, matrix, momentum, moved, six
from mbfmu.base.spatial.placement import compose, inverse, motion_cross, move_force, move_motion
from mbfmu.base.spatial.rotations import about_axis, cross

from ...tolerances import ROUNDOFF


@pytest.fixture
def cloud():
    """Masses (n,) and positions (n, 3) in the body's frame."""
    rng = np.random.default_rng(0)
    return rng.uniform(0.5, 2.0, 6), rng.normal(size=(6, 3))


@pytest.fixture
def placement():
    return about_axis(np.array([0.6, 0.0, 0.8]), 1.1), np.array([0.3, -0.2, 0.5])


V = np.array([0.4, -1.0, 0.7, 1.5, 0.2, -0.6])


def inertia_of(masses, points, placement=(np.eye(3), np.zeros(3))):
    m, r_CM = masses.sum(), masses @ points / masses.sum()
    arms = points - r_CM
    I = sum(m_i * (r @ r * np.eye(3) - np.outer(r, r)) for m_i, r in zip(masses, arms))
    return about_origin(m, r_CM, six(I), placement)


def velocities(points):
    return V[3:] + np.cross(V[:3], points)


def test_kinetic_energy(cloud):
    masses, points = cloud
    energy = 0.5 * masses @ np.sum(velocities(points) ** 2, axis=1)
    assert 0.5 * V @ matrix(inertia_of(*cloud)) @ V == pytest.approx(energy, rel=ROUNDOFF)


def test_momentum(cloud):
    masses, points = cloud
    momenta = masses[:, None] * velocities(points)
    expected = [*np.cross(points, momenta).sum(axis=0), *momenta.sum(axis=0)]
    np.testing.assert_allclose(momentum(inertia_of(*cloud), V), expected, rtol=ROUNDOFF, atol=ROUNDOFF)


def test_gyroscopic_force(cloud):
    """A body of constant V, resolved in itself, needs the forces m (w x v) on each of its points."""
    masses, points = cloud
    forces = masses[:, None] * np.cross(V[:3], velocities(points))
    expected = [*np.cross(points, forces).sum(axis=0), *forces.sum(axis=0)]
    np.testing.assert_allclose(gyroscopic(inertia_of(*cloud), V), expected, rtol=ROUNDOFF, atol=ROUNDOFF)


def test_inertia_seen_from_another_frame(cloud, placement):
    R, r = placement
    masses, points = cloud
    there = matrix(inertia_of(masses, r + points @ R.T))
    np.testing.assert_allclose(matrix(inertia_of(masses, points, placement)), there, atol=10 * ROUNDOFF)
    np.testing.assert_allclose(moved(placement, matrix(inertia_of(masses, points))), there, atol=10 * ROUNDOFF)


def test_power_is_the_same_from_every_frame(placement):
    F_b = np.array([0.1, 0.2, -0.3, 1.0, -2.0, 0.5])
    assert move_motion(placement, V) @ F_b == pytest.approx(V @ move_force(placement, F_b), rel=ROUNDOFF)


def test_cross_of_motions_turns_angular_velocities():
    U = np.arange(6.0)
    np.testing.assert_allclose(motion_cross(V, U)[:3], cross(V[:3], U[:3]), atol=ROUNDOFF)


def test_inverse_placement(placement):
    R, r = compose(placement, inverse(placement))
    np.testing.assert_allclose(R, np.eye(3), atol=ROUNDOFF)
    np.testing.assert_allclose(r, np.zeros(3), atol=ROUNDOFF)
