"""The C algebra of sparse matrices along a tree, in the patterns of compiled mechanisms, against NumPy."""

from __future__ import annotations

import ctypes

import casadi as ca
import numpy as np
import pytest

from mbfmu.problem.data.constraint_manifold import Pattern
from mbfmu.problem.mechanism.patterns import factor_pattern, measured_pattern, nonzeros
from tests.tolerances import CONDITIONED, EPS

from .compiled import compiled

N = 17


class Places(ctypes.Structure):
    """A Pattern in C."""

    _fields_ = [("start", ctypes.c_void_p), ("column", ctypes.c_void_p)]


@pytest.fixture(scope="module")
def c(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("sparse"), "sparse.c")


def numbers(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


class Sparse:
    """A matrix by its nonzeros in a pattern."""

    def __init__(self, matrix: np.ndarray, pattern: Pattern):
        self.shape = matrix.shape
        self.start = np.cumsum([0, *map(len, pattern)]).astype(np.intc)
        self.column = np.array([column for columns in pattern for column in columns], dtype=np.intc)
        self.values = np.array(ca.evalf(nonzeros(ca.MX(ca.DM(matrix)), pattern))).ravel()
        self.places = Places(self.start.ctypes.data, self.column.ctypes.data)

    def dense(self, c) -> np.ndarray:
        found = np.full(self.shape, np.nan)
        c.sparse_spread(self.places, *self.shape, numbers(self.values), numbers(found))
        return found


def masses(seed: int, coupled: float) -> np.ndarray:
    """Of N speeds, each of which stands on one before it or on none; a share of those that could be coupled are not."""
    random = np.random.default_rng(seed)
    L = np.diag(random.uniform(1, 2, N))
    below: list[list[int]] = []
    for k in range(N):
        stands_on = int(random.integers(-1, k)) if k else -1
        below.append([] if stands_on < 0 else [*below[stands_on], stands_on])
        for j in below[k]:
            L[k, j] = random.normal() * (random.random() < coupled)
    return L.T @ L


def sparsity(matrix: np.ndarray) -> ca.Sparsity:
    return ca.sparsify(ca.DM(matrix)).sparsity()


@pytest.mark.parametrize("coupled", [1.0, 0.5])
@pytest.mark.parametrize("seed", range(5))
def test_factor_and_solves(c, seed: int, coupled: float) -> None:
    random = np.random.default_rng(seed)
    M, x = masses(seed, coupled), random.normal(size=N)
    pattern = factor_pattern(sparsity(M))
    near = dict(rtol=0, atol=CONDITIONED * EPS * np.linalg.cond(M))
    lower = Sparse(np.tril(M), pattern)
    assert np.array_equal(lower.dense(c), np.tril(M))
    assert c.sparse_cholesky(lower.places, N, numbers(lower.values)) == 0
    L = lower.dense(c)
    np.testing.assert_allclose(L.T @ L, M, **near)
    y, z = np.full(N, np.nan), x.copy()
    c.sparse_lower_product(lower.places, N, numbers(lower.values), numbers(x), numbers(y))
    np.testing.assert_allclose(y, L @ x, **near)
    c.sparse_lower_solve(lower.places, N, numbers(lower.values), numbers(z))
    np.testing.assert_allclose(z, np.linalg.solve(L, x), **near)
    for row in random.normal(size=(4, N)) * (random.random((4, N)) < 0.2):
        (columns,) = measured_pattern(sparsity(row[None]), pattern)
        expected, closed = np.linalg.solve(L.T, row), np.array(columns, dtype=np.intc)
        assert set(np.flatnonzero(expected)) <= set(columns)
        c.sparse_row_solve(lower.places, numbers(lower.values), numbers(closed), len(closed), numbers(row))
        np.testing.assert_allclose(row, expected, **near)


def test_factor_names_the_row(c) -> None:
    """The first that is not positive, from the last on."""
    for bad in (-1.0, 0.0, np.nan):
        M = np.diag(np.arange(1.0, N + 1))
        lower = Sparse(M, factor_pattern(sparsity(M)))
        lower.values[3] = bad
        assert c.sparse_cholesky(lower.places, N, numbers(lower.values)) == 4
