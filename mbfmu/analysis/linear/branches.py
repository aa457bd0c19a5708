"""Eigenvalues of a system that changes a little, each found again."""

from __future__ import annotations

import numpy as np

from .eigen import Eigen

EQUAL = 1e-6  # of the largest eigenvalue: so near each other they are one of higher multiplicity, whose eigenvectors are arbitrary
DEFECTIVE = 1e-20  # of left times right eigenvectors of length one: where several coincide, which then tell nothing
SURE = 0.5  # of how much two modes are the same
FIRST = -10.0  # the cost of a pair to match before others


def branches(a: Eigen, b: Eigen, to_b: np.ndarray, to_a: np.ndarray) -> tuple[np.ndarray, bool]:
    """Which eigenvalue of b continues each of a, as places (n,) in b, and whether that is sure.

    `to_b` and `to_a` (n, n) take states of one into those of the other. Two modes are the same as far as the left eigenvectors of each single out
    the other: a modal assurance criterion that no choice of units changes, and to which no state counts that only follows. Beside it counts how
    near the eigenvalues are. Eigenvalues that are exactly zero continue each other.
    """
    from scipy.optimize import linear_sum_assignment  # here, so that programs which follow no eigenvalues start sooner

    scale = max(np.abs(a.values).max(initial=0.0), np.abs(b.values).max(initial=0.0)) or 1.0
    same = _same(a, b, to_b, to_a)
    apart = np.abs(a.values[:, np.newaxis] - b.values) / scale
    zeros = (a.values[:, np.newaxis] == 0.0) & (b.values == 0.0)
    places = linear_sum_assignment(np.where(zeros, FIRST, 1.0 - np.minimum(np.abs(same), 1.0) + apart))[1]
    # Of eigenvalues that are equal only the space is known that their eigenvectors span: it is compared as a whole.
    near_a, near_b = (np.abs(of.values[:, np.newaxis] - of.values) <= EQUAL * scale for of in (a, b))
    together = np.abs(near_a.astype(float) @ same @ near_b)
    pairs = np.arange(len(places)), places
    return places, bool(np.all(zeros[pairs] | (together[pairs] >= SURE)))


def _same(a: Eigen, b: Eigen, to_b: np.ndarray, to_a: np.ndarray) -> np.ndarray:
    """How much each mode of a (rows) is one of b (columns): 1 where it is the same, 0 where it is another."""
    across = (a.left.conj().T @ to_a @ b.right) * (b.left.conj().T @ to_b @ a.right).T
    own = [np.sum(of.left.conj() * of.right, axis=0) for of in (a, b)]
    size = own[0][:, np.newaxis] * own[1]
    return np.divide(across, size, out=np.zeros_like(across), where=np.abs(size) > DEFECTIVE)
