"""Masses of a tree body by body in C against dense products of Jacobians in NumPy."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from mbfmu.problem.data.constraint_manifold import MassTree
from tests.dense_masses import dense_masses, skew
from tests.tolerances import CONDITIONED, EPS, ROUNDOFF

from .compiled import compiled

FILES = [f"{name}.c" for name in "instance vector cholesky sentence tree_masses tree_factor".split()]


@dataclass(frozen=True)
class Factored:
    """What C finds: M and F (n, n), F^-1 x and x F^-1 (n,), and the smallest pivot."""

    M: np.ndarray
    F: np.ndarray
    solved: np.ndarray
    row: np.ndarray
    smallest: float


@pytest.fixture(scope="module")
def factored(tmp_path_factory):
    library = compiled(tmp_path_factory.mktemp("tree_factor"), *FILES, Path(__file__).parent / "tree_factor_probe.c")
    library.tree_factor.restype = ctypes.c_double

    def run(tree: MassTree, numbers: np.ndarray, x: np.ndarray) -> Factored:
        n = len(x)
        found = [np.zeros((n, n)), np.zeros((n, n)), np.zeros(n), np.zeros(n)]
        places = [np.array(column, dtype=np.int32) for column in (tree.lower, tree.mover, tree.first, tree.place)]
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (*places, numbers, x, *found)]
        smallest = library.tree_factor(len(tree.lower), *pointers)
        M = np.tril(found[0])
        return Factored(M + np.tril(M, -1).T, *found[1:], smallest)

    return run


MODES, NODES = 5, 2  # of a flexible body


def random_tree(random: np.random.Generator, kinds: str) -> tuple[MassTree, np.ndarray]:
    """Bodies on random ones below, and their numbers: of `kinds`, a digit is a joint with so many speeds, f a flexible body."""
    lower, mover, speeds = [], [], []
    for kind in kinds:
        k = len(lower)
        lower.append(int(random.integers(-1, k)) if k else -1)
        mover.append(k)
        speeds.append(MODES if kind == "f" else int(kind))
        nodes = NODES * (kind == "f")
        lower, mover, speeds = lower + nodes * [k], mover + nodes * [k], speeds + nodes * [0]
    numbers = [body_numbers(random, speeds[m], m == k) for k, m in enumerate(mover)]
    places = (tuple(np.cumsum([0, *column]).tolist()) for column in (speeds, map(len, numbers)))
    return MassTree(tuple(lower), tuple(mover), *places), np.concatenate(numbers)


def body_numbers(random: np.random.Generator, speeds: int, itself: bool) -> np.ndarray:
    """Of a body of 1 kg with a joint, or of a flexible one, or of a node without mass."""
    flexible, c = speeds == MODES, random.normal(size=3)
    S = random.normal(size=(speeds, 6)) if flexible else np.eye(6)[random.permutation(6)[:speeds]]
    J = np.diag(random.uniform(1, 1.9, 3)) - skew(c) @ skew(c)
    inertia = np.array([1.0, *c, *np.diag(J), J[1, 0], J[2, 0], J[2, 1]]) * itself
    own = [0.1 * random.normal(size=3 * speeds) * flexible, np.full(speeds, float(flexible))] if itself else []
    return np.concatenate([Rotation.random(random_state=random).as_matrix().ravel(), random.normal(size=3), inertia, S.ravel(), *own])


@pytest.mark.parametrize("kinds", ["1", "f", "111111", "f1f", "1f1f1f", "60f13f2f", "6113213f"])
@pytest.mark.parametrize("seed", range(5))
def test_factor_is_that_of_the_mass_matrix(factored, kinds: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    tree, numbers = random_tree(random, kinds)
    M = dense_masses(tree, numbers)
    x = random.normal(size=len(M))
    found = factored(tree, numbers, x)
    largest, condition = np.abs(M).max(), np.linalg.cond(M)
    np.testing.assert_allclose(found.M, M, rtol=0, atol=ROUNDOFF * largest)
    np.testing.assert_allclose(found.F.T @ found.F, M, rtol=0, atol=ROUNDOFF * largest)
    bound = CONDITIONED * EPS * condition * np.linalg.norm(x) / np.sqrt(np.linalg.eigvalsh(M)[0])
    np.testing.assert_allclose(found.solved, np.linalg.solve(found.F, x), rtol=0, atol=bound)
    np.testing.assert_allclose(found.row, np.linalg.solve(found.F.T, x), rtol=0, atol=bound)
    assert found.smallest > 0


@pytest.mark.parametrize("turned", [np.eye(3), Rotation.from_rotvec([0.3, 0.4, 0.5]).as_matrix()])
@pytest.mark.parametrize("massless", [1, 2])
def test_a_coaxial_link_without_mass_leaves_a_pivot_of_roundoff(factored, massless: int, turned: np.ndarray) -> None:
    """Links turn about one axis, the last alone has mass: what it leaves for those below is roundoff, however many are between."""
    link = lambda R, mass: np.concatenate([R.ravel(), np.zeros(3), mass * np.array([1, 0.3, 0.2, 0.1, 2, 2, 2, 0.1, 0.2, 0.3]), axis, np.zeros(4)])
    axis = np.array([*(turned.T @ [0, 0, 1]), 0, 0, 0])
    n = massless + 1
    numbers = np.concatenate([link(turned, 0.0), *(link(np.eye(3), 0.0),) * (massless - 1), link(np.eye(3), 1.0)])
    tree = MassTree(tuple(range(-1, n - 1)), tuple(range(n)), tuple(range(n + 1)), tuple(range(0, 32 * n + 1, 32)))
    found = factored(tree, numbers, np.ones(n))
    np.testing.assert_allclose(found.M, np.full((n, n), found.M[0, 0]), rtol=ROUNDOFF)
    assert found.smallest < ROUNDOFF


def test_a_mass_matrix_that_is_not_positive_is_seen(factored) -> None:
    random = np.random.default_rng(0)
    tree, numbers = random_tree(random, "1f")
    numbers[tree.place[1] + 12 : tree.place[1] + 22] *= -1.0
    assert np.linalg.eigvalsh(dense_masses(tree, numbers))[0] < 0
    assert factored(tree, numbers, np.ones(tree.first[-1])).smallest < 0
