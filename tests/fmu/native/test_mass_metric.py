"""The mass metric in C where the mass matrix is singular."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from tests.tolerances import ROUNDOFF

from .compiled import compiled

J = np.diag([2300.0, 4500.0, 3600.0])


@pytest.fixture(scope="module")
def row_length(tmp_path_factory):
    """The length of a row (n) in the metric of M (n, n)."""
    names = "instance schedule vector cholesky sparse mechanism mass_metric tree_masses tree_factor scaled_rows symmetric_eigen sentence"
    files = (f"{name}.c" for name in names.split())
    library = compiled(tmp_path_factory.mktemp("mass_metric"), *files, Path(__file__).parent / "mass_metric_probe.c")
    library.row_length.restype = ctypes.c_double
    numbers = lambda array: np.ascontiguousarray(array).ctypes.data_as(ctypes.POINTER(ctypes.c_double))
    return lambda M, row: library.row_length(numbers(M), numbers(row), len(row))


def mass_matrix(Q: np.ndarray) -> np.ndarray:
    """4 E J E^T of a body turning with Euler parameters' rates (Schutte & Udwadia, eq. 29): of rank three."""
    E = np.array([[Q[3], Q[2], -Q[1], -Q[0]], [-Q[2], Q[3], Q[0], -Q[1]], [Q[1], -Q[0], Q[3], -Q[2]]])
    return 4 * E.T @ J @ E


@pytest.mark.parametrize("seed", range(20))
def test_singular_is_seen_in_any_order_of_speeds(row_length, seed: int) -> None:
    """With parameters of very different size, elimination in the given order leaves a last pivot of roundoff far above it."""
    random = np.random.default_rng(seed)
    for size in 10.0 ** random.uniform(-4, 0, (50, 4)):
        Q = random.standard_normal(4) * size
        Q = Q / np.linalg.norm(Q)
        M = mass_matrix(Q)
        assert abs(row_length(M, Q) * np.trace(M) ** 0.5 - 1) < 1e4 * ROUNDOFF


@pytest.mark.parametrize("seed", range(5))
def test_length_by_a_regular_mass_matrix(row_length, seed: int) -> None:
    """The root of A M^-1 A^T."""
    random = np.random.default_rng(seed)
    G, row = random.normal(size=(6, 9)), random.normal(size=6)
    assert row_length(G @ G.T, row) == pytest.approx((row @ np.linalg.solve(G @ G.T, row)) ** 0.5, rel=ROUNDOFF)


def test_a_direction_without_inertia_or_row_is_refused(row_length) -> None:
    assert row_length(np.diag([1.0, 2.0, 0.0]), np.array([1.0, 0.0, 0.0])) < 0
