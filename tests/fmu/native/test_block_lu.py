"""Elimination by blocks in C against NumPy."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from mbfmu.problem.codegen.state_blocks import StateBlocks, state_blocks
from tests.engine.problems import conduction
from tests.tolerances import ROUNDOFF

from .compiled import compiled


class Pattern(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("column", ctypes.c_void_p)]


class CStateBlocks(ctypes.Structure):
    """As in problem.h."""

    _fields_ = [
        ("count", ctypes.c_int),
        ("first", ctypes.c_void_p),
        ("state", ctypes.c_void_p),
        ("pattern", Pattern),
        ("reach", Pattern),
        ("place", ctypes.c_void_p),
        ("groups", ctypes.c_int),
        ("group_start", ctypes.c_void_p),
        ("group", ctypes.c_void_p),
    ]


@pytest.fixture(scope="module")
def c(tmp_path_factory):
    library = compiled(tmp_path_factory.mktemp("block_lu"), "block_lu.c", "lu.c", "vector.c")
    library.block_numbers.restype = ctypes.c_size_t
    library.block_put.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_double, ctypes.c_void_p]
    return library


def integers(values) -> np.ndarray:
    return np.array(list(values), dtype=np.intc)


class Blocks:
    """A StateBlocks in C, and real matrices as it lays them."""

    def __init__(self, of: StateBlocks):
        self.of = of
        starts = lambda lists: integers(np.cumsum([0, *map(len, lists)]))
        flat = lambda lists: integers(i for entries in lists for i in entries)
        self.pairs = [(i, j) for i, row in enumerate(of.pattern) for j in row]
        self.place = integers(np.cumsum([0, *(len(of.blocks[i]) * len(of.blocks[j]) for i, j in self.pairs)]))
        self.kept = [f(lists) for lists in (of.blocks, of.pattern, of.reach, of.groups) for f in (starts, flat)]
        first, state, *rest = (a.ctypes.data for a in self.kept)
        self.c = CStateBlocks(
            len(of.blocks), first, state, Pattern(*rest[:2]), Pattern(*rest[2:4]), self.place.ctypes.data, len(of.groups), *rest[4:]
        )
        self.n = sum(map(len, of.blocks))

    def packed(self, A: np.ndarray) -> np.ndarray:
        return np.concatenate([A[np.ix_(self.of.blocks[i], self.of.blocks[j])].ravel() for i, j in self.pairs])

    def random(self, rng: np.random.Generator) -> np.ndarray:
        """A matrix of numbers where the pattern has some, whose leading blocks are well conditioned but have zeros on their diagonals."""
        A = np.zeros((self.n, self.n))
        for i, j in self.pairs:
            place = np.ix_(self.of.blocks[i], self.of.blocks[j])
            A[place] = rng.normal(size=A[place].shape)
            if i == j:
                A[place] += 30.0 * np.roll(np.eye(len(self.of.blocks[i])), 1, axis=0)
        return A


@pytest.fixture(scope="module")
def blocks():
    return Blocks(state_blocks(conduction(), dict))


@pytest.mark.parametrize("times", [1, 2, 3])
def test_it_solves_what_numpy_solves(c, blocks, times):
    """Of `times` equations a state, coupled at each state by itself by a small matrix."""
    rng, pointer = np.random.default_rng(times), ctypes.byref(blocks.c)
    small, parts = 10.0 * rng.normal(size=(times, times)), [blocks.random(rng) for _ in range(times)]
    A = np.zeros(c.block_numbers(pointer, times))
    expected = np.kron(np.eye(blocks.n), small)
    for k, part in enumerate(parts):
        packed = blocks.packed(part)
        c.block_put(pointer, times, A.ctypes.data, k, k, -1.0, packed.ctypes.data)
        expected[k::times, k::times] -= part
    c.block_add_on_diagonal(pointer, times, ctypes.c_void_p(A.ctypes.data), ctypes.c_void_p(small.ctypes.data))
    pivots, b = integers(np.zeros(times * blocks.n)), rng.normal(size=times * blocks.n)
    x, work = b.copy(), np.zeros(times * blocks.n)
    assert c.block_lu(pointer, times, ctypes.c_void_p(A.ctypes.data), ctypes.c_void_p(pivots.ctypes.data)) == 0
    c.block_lu_solve(pointer, times, *(ctypes.c_void_p(a.ctypes.data) for a in (A, pivots, x, work)))
    np.testing.assert_allclose(x, np.linalg.solve(expected, b), atol=ROUNDOFF)


def test_a_block_without_pivot_is_told(c, blocks):
    A, pivots = np.zeros(c.block_numbers(ctypes.byref(blocks.c), 1)), integers(np.zeros(blocks.n))
    assert c.block_lu(ctypes.byref(blocks.c), 1, ctypes.c_void_p(A.ctypes.data), ctypes.c_void_p(pivots.ctypes.data)) == 1


def test_products(c, blocks):
    rng = np.random.default_rng(0)
    A, x, result = blocks.random(rng), rng.normal(size=blocks.n), np.zeros(blocks.n)
    packed = blocks.packed(A)
    c.block_product(ctypes.byref(blocks.c), *(ctypes.c_void_p(a.ctypes.data) for a in (packed, x, result)))
    np.testing.assert_allclose(result, A @ x, atol=10 * ROUNDOFF)
