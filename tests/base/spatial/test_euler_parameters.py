"""Euler parameters against SciPy, and against Huston & Liu (2001), section 6, with the scanned text's errors mended."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu.base.spatial.euler_parameters import NORM_RATE, rate, rotation

from ...tolerances import ROUNDOFF

some_parameters = pytest.mark.parametrize("Q", np.random.default_rng(0).normal(size=(5, 4)))


def eq_31(Q):
    """E, corrected: E44 = +e4."""
    e1, e2, e3, e4 = Q
    return np.array([[e4, -e3, e2, -e1], [e3, e4, -e1, -e2], [-e2, e1, e4, -e3], [e1, e2, e3, e4]])


@some_parameters
def test_eq_28(Q):
    """Corrected: S12 = 2 (e1 e2 - e3 e4); of any length, unlike the paper's."""
    e1, e2, e3, e4 = Q / np.linalg.norm(Q)
    S = rotation(Q)
    assert S[0, 1] == pytest.approx(2 * (e1 * e2 - e3 * e4), abs=ROUNDOFF)
    assert S[1, 0] == pytest.approx(2 * (e1 * e2 + e3 * e4), abs=ROUNDOFF)
    assert S[2, 2] == pytest.approx(-(e1**2) - e2**2 + e3**2 + e4**2, abs=ROUNDOFF)
    np.testing.assert_allclose(S, Rotation.from_quat(Q).as_matrix(), atol=ROUNDOFF)


@some_parameters
def test_eq_30_and_31(Q):
    """Corrected: e_dot = 1/2 E^T w and w = 2 E e_dot, w resolved in the frame that stands still; E is orthogonal."""
    Q = Q / np.linalg.norm(Q)
    w_b = np.array([0.3, -1.1, 0.8])
    w_a = rotation(Q) @ w_b
    Q_dot = rate(Q, w_b)
    np.testing.assert_allclose(eq_31(Q) @ eq_31(Q).T, np.eye(4), atol=ROUNDOFF)
    np.testing.assert_allclose(Q_dot, 0.5 * eq_31(Q).T @ [*w_a, 0.0], atol=ROUNDOFF)
    np.testing.assert_allclose(2 * eq_31(Q) @ Q_dot, [*w_a, 0.0], atol=ROUNDOFF)


@some_parameters
def test_norm_is_drawn_to_one(Q):
    """d|Q|^2/dt = 2 k (1 - |Q|^2) |Q|^2."""
    square = Q @ Q
    assert 2 * Q @ rate(Q, np.ones(3)) == pytest.approx(2 * NORM_RATE * (1 - square) * square, abs=ROUNDOFF)
