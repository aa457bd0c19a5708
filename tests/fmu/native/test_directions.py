"""The directions that rows span, in C, against NumPy's dense decompositions."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy.linalg import qr

from tests.tolerances import ROUNDOFF

from .compiled import compiled

DEPENDENT = 1e-4  # what a row has left, as the engine's rank is decided
WORSE = 10.0  # how much weaker the choice among rows near each other may be than that among all
NEAR = 24  # rows: with no more, all are near each other


class Found(NamedTuple):
    """Where each row came (m), -1 of dependent ones, and what it had left (m)."""

    place: np.ndarray
    left: np.ndarray

    @property
    def rows(self) -> np.ndarray:
        """The independent rows, as they were found."""
        return np.argsort(self.place)[np.count_nonzero(self.place < 0) :]


class Engine:
    """The probe's functions on arrays."""

    def __init__(self, library: ctypes.CDLL):
        self.library = library

    def independent(self, C: np.ndarray, least: ArrayLike = DEPENDENT, preferred: int = 0, order: ArrayLike | None = None) -> Found:
        m, n = C.shape
        place, left = np.zeros(m, dtype=np.int32), np.zeros(m)
        bounds = np.broadcast_to(np.asarray(least, dtype=float), m)
        rank = self.library.probe_independent(
            *_numbers(C), m, n, *_integers(np.arange(m) if order is None else order), preferred, *_numbers(bounds), _at(place), _at(left)
        )
        assert rank == np.count_nonzero(place >= 0)
        return Found(place, left)

    def shortest(self, C: np.ndarray, residual: np.ndarray, weight: np.ndarray) -> np.ndarray:
        m, n = C.shape
        y = np.zeros(n)
        self.library.probe_shortest(*_numbers(C), m, n, *_integers(np.arange(m)), *_numbers(np.full(m, DEPENDENT), weight, residual), _at(y))
        return y

    def combination(self, C: np.ndarray, vector: np.ndarray) -> np.ndarray:
        m, n = C.shape
        x = np.zeros(m)
        self.library.probe_combination(*_numbers(C), m, n, *_integers(np.arange(m)), *_numbers(np.full(m, DEPENDENT), vector), _at(x))
        return x


def _at(array: np.ndarray) -> ctypes.c_void_p:
    return array.ctypes.data_as(ctypes.c_void_p)


def _numbers(*arrays: np.ndarray) -> list[np.ndarray]:
    return [_Held(np.ascontiguousarray(array, dtype=float)) for array in arrays]


def _integers(array: ArrayLike) -> list[np.ndarray]:
    return [_Held(np.ascontiguousarray(array, dtype=np.int32))]


class _Held(ctypes.c_void_p):
    """The address of an array, which it keeps."""

    def __init__(self, array: np.ndarray):
        super().__init__(array.ctypes.data)
        self.array = array


@pytest.fixture(scope="module")
def engine(tmp_path_factory) -> Engine:
    files = (f"{name}.c" for name in "instance vector directions front along_directions".split())
    return Engine(compiled(tmp_path_factory.mktemp("directions"), *files, Path(__file__).parent / "directions_probe.c"))


def chain(random: np.random.Generator, links: int, rank: int = 2, rows: int = 5, shared: int = 1, own: int = 2) -> np.ndarray:
    """Loops in a row as those of four-bars: of the `rows` of each so many as `rank` are independent, neighbours share speeds; rows are 1 long."""
    n = links * own + shared
    C = np.zeros((links * rows, n))
    for i in range(links):
        block = random.normal(size=(rows, rank)) @ random.normal(size=(rank, own + shared))
        C[i * rows : (i + 1) * rows, i * own : (i + 1) * own + shared] = block
    return C / np.linalg.norm(C, axis=1, keepdims=True)


def weakest(C: np.ndarray) -> float:
    """The smallest singular value."""
    return float(np.linalg.svd(C, compute_uv=False)[-1])


def best_choice(C: np.ndarray, rank: int) -> np.ndarray:
    """The rows that pivoted QR takes."""
    return qr(C.T, mode="r", pivoting=True)[1][:rank]


def test_few_rows_come_as_in_pivoted_qr(engine):
    """As LAPACK's: all of them are near each other."""
    random = np.random.default_rng(1)
    for rows in (3, 11, NEAR):
        C = random.normal(size=(rows, 7)) @ random.normal(size=(7, 9))
        R, order = qr(C.T, mode="r", pivoting=True)
        rank = min(rows, 7)
        found = engine.independent(C, 1e-10)
        assert found.rows.tolist() == order[:rank].tolist()
        assert found.left[found.rows] == pytest.approx(np.abs(np.diag(R))[:rank], rel=ROUNDOFF)


def test_preferred_rows_come_first(engine):
    """And others are what they leave."""
    random = np.random.default_rng(2)
    C = random.normal(size=(6, 4))
    C[:2] *= 1e-3
    found = engine.independent(C, 1e-8, preferred=2)
    assert set(found.rows[:2]) == {0, 1} and len(found.rows) == 4


@pytest.mark.parametrize("links", [3, 10, 40])
def test_rank_and_choice_in_a_chain(engine, links: int):
    random = np.random.default_rng(links)
    C = chain(random, links)
    found = engine.independent(C)
    rank = np.linalg.matrix_rank(C, tol=1e-9)
    assert len(found.rows) == rank == 2 * links
    assert WORSE * weakest(C[found.rows]) > weakest(C[best_choice(C, rank)])


@pytest.mark.parametrize("links", [3, 40])
def test_shortest_least_squares(engine, links: int):
    random = np.random.default_rng(links)
    C = chain(random, links)
    residual, weight = random.normal(size=len(C)), random.uniform(0.5, 2.0, len(C))
    expected = -np.linalg.lstsq(weight[:, None] * C, weight * residual, rcond=1e-10)[0]
    assert engine.shortest(C, residual, weight) == pytest.approx(expected, abs=ROUNDOFF * np.linalg.norm(expected))


@pytest.mark.parametrize("links", [3, 40])
def test_shortest_combination(engine, links: int):
    random = np.random.default_rng(links)
    C = chain(random, links)
    vector = random.normal(size=C.shape[1])
    expected = np.linalg.lstsq(C.T, vector, rcond=1e-10)[0]
    assert engine.combination(C, vector) == pytest.approx(expected, abs=ROUNDOFF * np.linalg.norm(expected))


def in_any_order(random: np.random.Generator, C: np.ndarray) -> np.ndarray:
    """Rows in another order inside every ten."""
    order = np.arange(len(C))
    for first in range(0, len(C), 10):
        random.shuffle(order[first : first + 10])
    return order
