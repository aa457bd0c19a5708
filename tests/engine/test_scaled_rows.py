"""The mass metric where the mass matrix is singular."""

import numpy as np
import pytest

from mbfmu.runtime.scaled_rows import mass_factor

from ..tolerances import ROUNDOFF

J = np.diag([2300.0, 4500.0, 3600.0])


def mass_matrix(Q):
    """4 E J E^T of a body turning with Euler parameters' rates (Schutte & Udwadia, eq. 29): of rank three."""
    E = np.array([[Q[3], Q[2], -Q[1], -Q[0]], [-Q[2], Q[3], Q[0], -Q[1]], [Q[1], -Q[0], Q[3], -Q[2]]])
    return 4 * E.T @ J @ E


@pytest.mark.parametrize("seed", range(20))
def test_singular_is_seen_in_any_order_of_speeds(seed):
    """With parameters of very different size, elimination in the given order leaves a last pivot of roundoff far above it."""
    random = np.random.default_rng(seed)
    for size in 10.0 ** random.uniform(-4, 0, (50, 4)):
        Q = random.standard_normal(4) * size
        Q = Q / np.linalg.norm(Q)
        factor = mass_factor(mass_matrix(Q), Q[None])
        length = np.linalg.norm(np.linalg.solve(factor, Q))
        assert abs(length * np.trace(mass_matrix(Q)) ** 0.5 - 1) < 1e4 * ROUNDOFF
