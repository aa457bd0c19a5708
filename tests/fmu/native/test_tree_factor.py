"""Masses of a tree body by body in C against dense products of Jacobians in NumPy."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.tolerances import ROUNDOFF

from .compiled import compiled

FILES = "instance vector cholesky sentence tree_masses tree_factor"


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
    library = compiled(tmp_path_factory.mktemp("tree_factor"), *(f"{name}.c" for name in FILES.split()), Path(__file__).parent / "tree_factor_probe.c")
    library.tree_factor.restype = ctypes.c_double

    def run(tree: MassiveTree, x: np.ndarray) -> Factored:
        n = len(x)
        found = [np.zeros((n, n)), np.zeros((n, n)), np.zeros(n), np.zeros(n)]
        places = [np.array(column, dtype=np.int32) for column in (tree.lower, tree.mover, tree.first, tree.place)]
        pointers = [array.ctypes.data_as(ctypes.c_void_p) for array in (*places, tree.masses, x, *found)]
        smallest = library.tree_factor(len(tree.lower), *pointers)
        M = np.tril(found[0])
        return Factored(M + np.tril(M, -1).T, *found[1:], smallest)

    return run


@dataclass(frozen=True)
class MassiveTree:
    """Bodies as engine/c/core/problem.h orders them, their numbers, and the mass matrix by Jacobians."""

    lower: list[int]
    mover: list[int]
    first: list[int]
    place: list[int]
    masses: np.ndarray
    M: np.ndarray


def skew(r: np.ndarray) -> np.ndarray:
    return np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])


def spatial_inertia(m: float, c: np.ndarray, J: np.ndarray) -> np.ndarray:
    H = m * skew(c)
    return np.block([[J - m * skew(c) @ skew(c), H], [-H, m * np.eye(3)]])


def random_tree(random: np.random.Generator, kinds: str, mass: float = 1.0) -> MassiveTree:
    """Bodies on random ones below: of `kinds`, a digit is a joint with so many speeds, f a flexible body with five modes and two more nodes. The first has
    that `mass`, the others 1 kg."""
    lower, mover, speeds, extended = [], [], [], []
    for kind in kinds:
        below = int(random.integers(-1, len(lower))) if lower else -1
        lower.append(below)
        mover.append(len(lower) - 1)
        speeds.append(5 if kind == "f" else int(kind))
        if kind == "f":
            material = len(lower) - 1
            lower += [material, material]
            mover += [material, material]
            speeds += [0, 0]
    first = np.cumsum([0, *speeds]).tolist()
    n, place, numbers, jacobians, M = first[-1], [0], [], [], np.zeros((first[-1], first[-1]))
    for k, (j, m) in enumerate(zip(lower, mover)):
        own = slice(first[m], first[m + 1])
        count, R, r = own.stop - own.start, Rotation.random(random_state=random).as_matrix(), random.normal(size=3)
        S = np.eye(6)[:, random.permutation(6)[:count]] if count != 5 else random.normal(size=(6, 5))
        weight = mass if k == 0 else float(m == k)
        c, J = random.normal(size=3), np.diag(random.uniform(1, 1.9, 3))
        I = spatial_inertia(weight, c, weight * J)
        X = np.block([[R.T, np.zeros((3, 3))], [-R.T @ skew(r), R.T]])
        jacobians.append(X @ jacobians[j] if j >= 0 else np.zeros((6, n)))
        jacobians[k][:, own] += S
        M += jacobians[k].T @ I @ jacobians[k]
        H = I[:3, 3:]
        numbers += [R.ravel(), r, [weight, H[2, 1], H[0, 2], H[1, 0]], np.diag(I)[:3], [I[1, 0], I[2, 0], I[2, 1]], S.T.ravel()]
        if m == k:
            flexible = count == 5
            C = 0.1 * random.normal(size=(count, 3)) * flexible
            numbers += [C.ravel(), np.full(count, float(flexible))]
            coupled = jacobians[k][:3].T @ C.T
            M[:, own] += coupled
            M[own] += coupled.T
            M[own, own] += flexible * np.eye(count)
        place.append(place[-1] + 22 + (10 if m == k else 6) * count)
    return MassiveTree(lower, mover, first, place, np.concatenate(numbers), M)


@pytest.mark.parametrize("kinds", ["1", "f", "111111", "f1f", "1f1f1f", "60f13f2f", "6113213f"])
@pytest.mark.parametrize("seed", range(5))
def test_factor_is_that_of_the_mass_matrix(factored, kinds: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    tree = random_tree(random, kinds)
    x = random.normal(size=len(tree.M))
    found = factored(tree, x)
    largest, condition = np.abs(tree.M).max(), np.linalg.cond(tree.M)
    np.testing.assert_allclose(found.M, tree.M, rtol=0, atol=ROUNDOFF * largest)
    np.testing.assert_allclose(found.F.T @ found.F, tree.M, rtol=0, atol=ROUNDOFF * largest)
    bound = ROUNDOFF * condition * np.linalg.norm(x) / np.sqrt(np.linalg.eigvalsh(tree.M)[0])
    np.testing.assert_allclose(found.solved, np.linalg.solve(found.F, x), rtol=0, atol=bound)
    np.testing.assert_allclose(found.row, np.linalg.solve(found.F.T, x), rtol=0, atol=bound)
    assert found.smallest > 0
