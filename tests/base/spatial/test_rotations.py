"""Rotation matrices against SciPy's."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu.base.scalars import rate
from mbfmu.base.spatial import euler_parameters
from mbfmu.base.spatial.rotations import (
    about_axis,
    about_x,
    about_y,
    about_z,
    axes_along,
    by_small_vector,
    cross,
    from_roll_pitch_yaw,
    roll_pitch_yaw,
    skew,
    spin_by_small_vector,
    spin_rates_by_small_vector,
)

from ...tolerances import ROUNDOFF


def test_rotations_about_axes():
    n = np.array([2.0, -1.0, 2.0]) / 3.0
    np.testing.assert_allclose(about_axis(n, 0.7), Rotation.from_rotvec(0.7 * n).as_matrix(), atol=ROUNDOFF)
    for letter, about in zip("xyz", (about_x, about_y, about_z)):
        np.testing.assert_allclose(about(-1.3), Rotation.from_euler(letter, -1.3).as_matrix(), atol=ROUNDOFF)


@pytest.mark.parametrize("angles", [(0.3, -0.7, 2.5), (-3.0, 1.5, -0.1), (0.0, 0.0, 3.0)])
def test_roll_pitch_and_yaw(angles):
    """SciPy's intrinsic sequence z, y, x."""
    rotation = Rotation.from_euler("ZYX", angles[::-1])
    np.testing.assert_allclose(from_roll_pitch_yaw(*angles), rotation.as_matrix(), atol=ROUNDOFF)
    np.testing.assert_allclose(roll_pitch_yaw(rotation.as_matrix()), angles, atol=ROUNDOFF)
    np.testing.assert_allclose(euler_parameters.from_roll_pitch_yaw(*angles), rotation.as_quat(), atol=ROUNDOFF)


def test_cross():
    a, b = np.random.default_rng(0).normal(size=(2, 3))
    np.testing.assert_allclose(cross(a, b), np.cross(a, b), atol=ROUNDOFF)
    np.testing.assert_allclose(skew(a) @ b, np.cross(a, b), atol=ROUNDOFF)


@pytest.mark.parametrize("angle", [0.0, 1e-9, 0.1, 1.5])
def test_rotations_by_small_vectors(angle):
    """Against SciPy's, and R^T R_dot = skew(T theta_dot)."""
    theta, theta_dot = angle * np.array([2.0, -1.0, 2.0]) / 3.0, np.array([0.2, 0.9, -0.4])
    R = by_small_vector(theta)
    np.testing.assert_allclose(R, Rotation.from_rotvec(theta).as_matrix(), atol=ROUNDOFF)
    T = spin_by_small_vector(theta)
    np.testing.assert_allclose(R.T @ rate(by_small_vector, (theta,), (theta_dot,)), skew(T @ theta_dot), atol=ROUNDOFF)
    T_dot = rate(spin_by_small_vector, (theta,), (theta_dot,))
    np.testing.assert_allclose(spin_rates_by_small_vector(theta, theta_dot), (T_dot @ theta_dot, T_dot.T @ theta_dot), atol=ROUNDOFF)


@pytest.mark.parametrize("n_z", np.random.default_rng(1).normal(size=(5, 3)))
def test_axes_stand_along_the_given_directions(n_z):
    R = axes_along(n_z)
    np.testing.assert_allclose(R[:, 2], n_z / np.linalg.norm(n_z), atol=ROUNDOFF)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=ROUNDOFF)
    n_x = np.array([1.0, 2.0, 3.0])
    assert axes_along(n_z, n_x)[:, 1] @ n_x == pytest.approx(0.0, abs=ROUNDOFF)
    assert axes_along(n_z, n_x)[:, 0] @ n_x > 0.0


@pytest.mark.parametrize("n", [*np.eye(3), *-np.eye(3)])
def test_coordinate_axes_give_exact_zeros_and_ones(n):
    assert set(np.abs(axes_along(3.0 * n)).ravel()) == {0.0, 1.0}
