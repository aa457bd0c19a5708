"""The C linear algebra against NumPy and SciPy."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
import scipy.linalg
import scipy.optimize

from tests.tolerances import CONDITIONED, EIGENVALUES, EPS, NORM_ESTIMATE

from .compiled import compiled

RANK = 1e-11  # relative: smaller pivots are none
SIZES = [0, 1, 2, 3, 5, 10, 23]
SHAPES = [(m, n) for m in (0, 1, 3, 9, 12) for n in (0, 1, 4, 9, 17)]


class OrthogonalFactors(ctypes.Structure):
    """As in linear_algebra.h."""

    _fields_ = [(name, ctypes.c_int) for name in ("m", "n", "rank")] + [
        (name, ctypes.c_void_p) for name in ("order", "rows", "left", "right", "triangle", "work")
    ]


@pytest.fixture(scope="module")
def c(tmp_path_factory):
    names = "vector cholesky band lu complete_lu indefinite_factors qr svd symmetric_eigen orthogonal_factors eigenvalues"
    sources = (f"{name}.c" for name in names.split())
    library = compiled(tmp_path_factory.mktemp("linear_algebra"), *sources)
    library.svd_work.restype = library.orthogonal_factors_size.restype = ctypes.c_size_t
    library.orthogonal_factors.restype = OrthogonalFactors
    library.dot.restype = library.norm.restype = library.indefinite_inverse_norm.restype = ctypes.c_double
    return library


def numbers(array: np.ndarray):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double if array.dtype == float else ctypes.c_int))


def integers(n: int) -> np.ndarray:
    return np.zeros(n, dtype=np.intc)


def positive(n: int, seed: int = 0) -> np.ndarray:
    G = np.random.default_rng(seed).normal(size=(n, n + 2))
    return G @ G.T


def near(size: float = 1.0, condition: float = 1.0):
    return dict(rtol=0.0, atol=CONDITIONED * EPS * size * condition)


def pivoted_qr(c, A: np.ndarray):
    """Q (complete), R and the order."""
    m, n = A.shape
    F, order, tau = A.copy(), integers(n), np.zeros(min(m, n))
    c.pivoted_qr(numbers(F), m, n, numbers(order), numbers(tau))
    Q = np.full((m, m), np.nan)
    c.qr_basis(numbers(F), m, n, min(m, n), numbers(tau), numbers(Q))
    return Q, np.triu(F), order


def svd(c, A: np.ndarray):
    m, n = A.shape
    U, S, V = np.full((m, m), np.nan), np.zeros(min(m, n)), np.full((n, n), np.nan)
    work = np.full(c.svd_work(m, n), np.nan)
    return c.svd(numbers(A.copy()), m, n, numbers(U), numbers(S), numbers(V), numbers(work)), U, S, V


def deficient(m: int, n: int, rank: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.normal(size=(m, rank)) @ random.normal(size=(rank, n))


@pytest.mark.parametrize("n", SIZES)
def test_cholesky(c, n: int) -> None:
    A, B = positive(n), np.random.default_rng(1).normal(size=(n, 3))
    L = A.copy()
    assert c.cholesky(numbers(L), n) == 0
    assert np.array_equal(np.triu(L, 1), np.triu(A, 1))
    np.testing.assert_allclose(np.tril(L) @ np.tril(L).T, A, **near(n))
    condition = np.linalg.cond(A) if n else 1.0
    for columns in (1, 3):
        for solve, matrix in ((c.cholesky_solve, A), (c.lower_solve, np.tril(L)), (c.lower_transposed_solve, np.tril(L).T)):
            X = B[:, :columns].copy(order="C")
            solve(numbers(L), n, numbers(X), columns)
            np.testing.assert_allclose(X, np.linalg.solve(matrix, B[:, :columns]), **near(n, condition))


def test_cholesky_names_the_row(c) -> None:
    for bad in (-1.0, 0.0, np.nan):
        A = positive(5)
        A[3, 3] = bad
        assert c.cholesky(numbers(A), 5) == 4


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("rank", [0, 1, 4, 23])
def test_pivoted_cholesky(c, n: int, rank: int) -> None:
    """Rank and factor of a matrix of known rank, and LAPACK's order."""
    G = np.random.default_rng(2).normal(size=(n, rank))
    A, order = G @ G.T, integers(n)
    L = A.copy()
    found = c.pivoted_cholesky(numbers(L), n, ctypes.c_double(1e-10), numbers(order))
    assert found == min(n, rank) and sorted(order) == list(range(n))
    leading = order[:found]
    F = np.tril(L)[:found, :found]
    np.testing.assert_allclose(F @ F.T, A[np.ix_(leading, leading)], **near(n + rank))
    if n:
        assert (leading + 1).tolist() == scipy.linalg.lapack.dpstrf(A, tol=1e-10, lower=1)[1][:found].tolist()


@pytest.mark.parametrize("width", [1, 2, 4, 10, 12])
def test_band(c, width: int) -> None:
    n = 10
    A = np.where(abs(np.subtract.outer(range(n), range(n))) < width, positive(n), 0.0) + 10 * np.eye(n)
    band = np.array([[A[j + k, j] if j + k < n else np.nan for k in range(width)] for j in range(n)])
    assert c.band_cholesky(numbers(band), n, width) == 0
    for columns in (1, 7):
        B = np.random.default_rng(3).normal(size=(n, columns))
        X = B.copy()
        c.band_solve(numbers(band), n, width, numbers(X), columns)
        np.testing.assert_allclose(A @ X, B, **near(n))
    for bad in (-1.0, 0.0, np.nan):
        diagonal = np.array([1.0, 2.0, bad, 1.0])
        assert c.band_cholesky(numbers(diagonal), 4, 1) == 3


@pytest.mark.parametrize("n", SIZES)
def test_lu(c, n: int) -> None:
    random = np.random.default_rng(4)
    A, b, pivots = random.normal(size=(n, n)), random.normal(size=n), integers(n)
    LU, x, y = A.copy(), b.copy(), b.copy()
    assert c.lu(numbers(LU), n, numbers(pivots)) == 0
    c.lu_solve(numbers(LU), numbers(pivots), n, numbers(x))
    c.lu_transposed_solve(numbers(LU), numbers(pivots), n, numbers(y))
    condition = np.linalg.cond(A) if n else 1.0
    np.testing.assert_allclose(x, np.linalg.solve(A, b), **near(n, condition**2))
    np.testing.assert_allclose(y, np.linalg.solve(A.T, b), **near(n, condition**2))


def test_lu_names_the_column(c) -> None:
    for bad in (0.0, np.nan):
        A = np.random.default_rng(5).normal(size=(4, 4))
        A[:, 2] = bad
        assert c.lu(numbers(A), 4, numbers(integers(4))) == 3


@pytest.mark.parametrize(("m", "n"), SHAPES)
@pytest.mark.parametrize("size", [1.0, 1e-200, 1e200, 1e-320])
def test_pivoted_qr(c, m: int, n: int, size: float) -> None:
    A = np.random.default_rng(6).normal(size=(m, n)) * size
    Q, R, order = pivoted_qr(c, A)
    np.testing.assert_allclose(Q.T @ Q, np.eye(m), **near(m))
    np.testing.assert_allclose(Q @ R, A[:, order], rtol=0.0, atol=max(CONDITIONED * EPS * (m + n) * size, 1e-322))
    assert (np.diff(abs(np.diagonal(R))) <= CONDITIONED * EPS * size).all()


def test_pivoted_qr_as_lapack(c) -> None:
    """The same order, reflectors and factors."""
    A = np.random.default_rng(7).normal(size=(9, 6))
    F, order, tau = A.copy(), integers(6), np.zeros(6)
    c.pivoted_qr(numbers(F), 9, 6, numbers(order), numbers(tau))
    expected, pivots, reflectors, *_ = scipy.linalg.lapack.dgeqp3(A)
    assert (order + 1).tolist() == pivots.tolist()
    np.testing.assert_allclose(F, expected, **near(10))
    np.testing.assert_allclose(tau, reflectors, **near())


@pytest.mark.parametrize(("m", "n"), SHAPES)
@pytest.mark.parametrize("rank", [0, 1, 3, 99])
@pytest.mark.parametrize("size", [1.0, 1e-200, 1e200, 1e-320])
def test_svd(c, m: int, n: int, rank: int, size: float) -> None:
    """Singular values as LAPACK's, U and V orthogonal and complete, whatever the rank."""
    A = deficient(m, n, min(rank, m, n))
    failed, U, S, V = svd(c, A * size)
    assert not failed
    np.testing.assert_allclose(U.T @ U, np.eye(m), **near(m))
    np.testing.assert_allclose(V @ V.T, np.eye(n), **near(n))
    tolerance = max(CONDITIONED * EPS * (m + n) * size, 1e-322)
    np.testing.assert_allclose((U[:, : S.size] * S) @ V[: S.size], A * size, rtol=0.0, atol=tolerance)
    if size == 1.0:
        np.testing.assert_allclose(S, np.linalg.svd(A, compute_uv=False), rtol=0.0, atol=tolerance)


def test_svd_small_values(c) -> None:
    """Graded rows: a singular value far below the roundoff of the largest is right to its own, by a projection to first order."""
    random = np.random.default_rng(8)
    B = random.normal(size=(6, 6))
    for grade in (2.0**-40, 2.0**-60):
        D = np.diag([1.0, 1.0, 1.0, grade, grade, grade])
        failed, _, S, _ = svd(c, D @ B)
        assert not failed
        expected = np.linalg.norm(np.linalg.inv(np.linalg.inv(B)[:, 3:].T @ np.linalg.inv(B)[:, 3:]), 2) ** 0.5 * grade
        assert S[3] == pytest.approx(expected, rel=CONDITIONED * EPS * np.linalg.cond(B) + 10 * grade)


def test_svd_refuses_what_is_no_number(c) -> None:
    for bad in (np.nan, np.inf):
        A = np.ones((4, 3))
        A[2, 1] = bad
        assert svd(c, A)[0] == -1


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("rank", [0, 2, 99])
def test_symmetric_eigen(c, n: int, rank: int) -> None:
    G = deficient(n, n, min(n, rank))
    A = G + G.T
    values, V = np.zeros(n), np.zeros((n, n))
    c.symmetric_eigen(numbers(A.copy()), n, numbers(values), numbers(V))
    np.testing.assert_allclose(values, np.linalg.eigvalsh(A) if n else values, **near(n + 10))
    np.testing.assert_allclose(A @ V.T, V.T * values, **near(n + 10))
    np.testing.assert_allclose(V @ V.T, np.eye(n), **near(n))


@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e308])
def test_nothing_hangs(c, bad: float) -> None:
    """Numbers that are none, or too large, go in and come out."""
    n = 6
    for place in ((0, 0), (3, 3), (5, 2)):
        A = positive(n)
        A[place] = A[place[::-1]] = bad
        values, V = np.zeros(n), np.zeros((n, n))
        assert 0 <= c.cholesky(numbers(A.copy()), n) <= n
        assert 0 <= c.pivoted_cholesky(numbers(A.copy()), n, ctypes.c_double(1e-10), numbers(integers(n))) <= n
        assert 0 <= c.lu(numbers(A.copy()), n, numbers(integers(n))) <= n
        assert sorted(pivoted_qr(c, A)[2]) == list(range(n))
        c.symmetric_eigen(numbers(A.copy()), n, numbers(values), numbers(V))
        assert not np.isfinite(values).all() or np.abs(values).max() > 0.99e308


@pytest.mark.parametrize("n", SIZES)
def test_vectors(c, n: int) -> None:
    random = np.random.default_rng(9)
    a, b = random.normal(size=n), random.normal(size=n)
    assert c.dot(numbers(a), numbers(b), n) == pytest.approx(a @ b, abs=CONDITIONED * EPS)
    for size in (1.0, 1e-200, 1e200, 1e-310):
        scaled = a * size
        assert c.norm(numbers(scaled), n) == pytest.approx(scipy.linalg.norm(scaled), rel=1e-12, abs=1e-322)
    assert c.all_finite(numbers(a), n) == 1
    if n:
        for bad in (np.nan, np.inf, -np.inf):
            a[n // 2] = bad
            assert c.all_finite(numbers(a), n) == 0
            assert not np.isfinite(c.norm(numbers(a), n))


@pytest.mark.parametrize(("m", "n"), SHAPES)
@pytest.mark.parametrize("rank", [0, 2, 20])
def test_complete_lu(c, m: int, n: int, rank: int) -> None:
    """Of any rank: the reordered matrix is L U, and no entry of U is larger than the pivot of its row."""
    rank = min(m, n, rank)
    A = deficient(m, n, rank, m + n)
    F, rows, columns = A.copy(), integers(m), integers(n)
    found = c.complete_lu(numbers(F), m, n, ctypes.c_double(1e-8), numbers(rows), numbers(columns))
    assert found == rank and sorted(rows) == list(range(m)) and sorted(columns) == list(range(n))
    L, U = np.tril(F[:, :rank], -1) + np.eye(m, rank), np.triu(F[:rank])
    np.testing.assert_allclose(L @ U, A[np.ix_(rows, columns)], **near(max(m, n)))
    assert (np.abs(L) <= 1).all() and all((np.abs(U[k]) <= np.abs(U[k, k])).all() for k in range(rank))


def saddle(n: int, m: int, seed: int) -> np.ndarray:
    """Positive definite (n) beside nothing (m): n positive eigenvalues, m negative ones."""
    A = np.random.default_rng(seed).normal(size=(m, n))
    return np.block([[positive(n, seed), A.T], [A, np.zeros((m, m))]])


@pytest.mark.parametrize(("n", "m"), [(0, 0), (1, 0), (1, 1), (2, 2), (5, 3), (17, 9)])
@pytest.mark.parametrize("seed", range(4))
def test_indefinite(c, n: int, m: int, seed: int) -> None:
    K, size = saddle(n, m, seed), n + m
    order = np.random.default_rng(seed).permutation(size)
    K = K[np.ix_(order, order)]
    F, beside, order, work = K.copy(), np.zeros(size), integers(size), np.full(3 * size, np.nan)
    assert c.indefinite(numbers(F), size, numbers(beside), numbers(order), numbers(work)) == n
    L, D = np.tril(F, -1) + np.eye(size), np.diag(np.diag(F)) + np.diag(beside[:-1], -1) + np.diag(beside[:-1], 1) if size else F
    np.testing.assert_allclose(L @ D @ L.T, K[np.ix_(order, order)], **near(size * size))
    b = np.random.default_rng(1).normal(size=size)
    x = b.copy()
    c.indefinite_solve(numbers(F), numbers(beside), numbers(order), size, numbers(x), numbers(work))
    np.testing.assert_allclose(K @ x, b, **near(size, np.linalg.cond(K) if size else 1.0))
    if size:
        estimate = c.indefinite_inverse_norm(numbers(F), numbers(beside), numbers(order), size, numbers(work))
        norm = np.linalg.norm(np.linalg.inv(K), 1)
        assert NORM_ESTIMATE * norm <= estimate <= norm * (1 + CONDITIONED * EPS * np.linalg.cond(K))


def test_indefinite_without_a_pivot(c) -> None:
    for K in (np.zeros((3, 3)), np.diag([1.0, 0.0]), np.full((2, 2), np.nan)):
        n = len(K)
        assert c.indefinite(numbers(K.copy()), n, numbers(np.zeros(n)), numbers(integers(n)), numbers(np.zeros(2 * n))) == -1


@pytest.mark.parametrize("m, n", SHAPES)
def test_orthogonal_factors(c, m: int, n: int) -> None:
    """The smallest of all least-squares solutions, and a basis of what no row sees, as NumPy's pseudo-inverse has them."""
    for rank in {min(m, n), min(m, n) // 2}:
        A, b = deficient(m, n, rank), np.random.default_rng(2).normal(size=m)
        room, x, basis = np.full(c.orthogonal_factors_size(m, n), np.nan), np.zeros(n), np.zeros((n - rank, n))
        factors = c.orthogonal_factors(numbers(A.copy()), m, n, ctypes.c_double(RANK), numbers(room))
        assert factors.rank == rank
        c.smallest_solution(ctypes.byref(factors), numbers(b), numbers(x))
        for k in range(n - rank):
            c.null_direction(ctypes.byref(factors), k, numbers(basis[k]))
        condition = np.linalg.cond(A) if rank == min(m, n) > 0 else 100.0
        np.testing.assert_allclose(x, np.linalg.pinv(A, rcond=RANK) @ b, **near(m + n, condition**2))
        np.testing.assert_allclose(basis @ np.c_[A.T, basis.T], np.c_[np.zeros((n - rank, m)), np.eye(n - rank)], **near(m + n))


@pytest.mark.parametrize("n", [*SIZES, 60])
def test_eigenvalues(c, n: int) -> None:
    """Of any matrix, of one badly scaled, of one that usual shifts leave as it is, and of a lightly damped oscillator, as LAPACK has them."""
    A, half = np.random.default_rng(n).normal(size=(n, n)), n // 2
    oscillator = np.block([[np.zeros((half, half)), np.eye(half)], [-1e4 * positive(half), -0.1 * np.eye(half)]])
    scales = 10.0 ** np.random.default_rng(1).integers(-6, 7, n)
    for matrix in (A, A * scales / scales[:, np.newaxis], np.roll(np.eye(n), 1, axis=0), np.zeros((n, n)), oscillator):
        size = len(matrix)
        real, imaginary = np.zeros(size), np.zeros(size)
        assert c.eigenvalues(numbers(np.ascontiguousarray(matrix)), size, numbers(real), numbers(imaginary)) == 0
        theirs = scipy.linalg.eigvals(matrix) if size else np.zeros(0)
        apart = np.abs(np.subtract.outer(real + 1j * imaginary, theirs))
        largest = np.abs(theirs).max(initial=0.0)
        assert apart[scipy.optimize.linear_sum_assignment(apart)].max(initial=0.0) <= EIGENVALUES * largest


def test_eigenvalues_of_what_is_no_number(c) -> None:
    A, found = np.full((3, 3), np.nan), np.zeros(6)
    assert c.eigenvalues(numbers(A), 3, numbers(found[:3]), numbers(found[3:])) == -1
