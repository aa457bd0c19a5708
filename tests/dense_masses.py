"""The mass matrix of a tree by the Jacobians of its bodies, from numbers as engine/c/mechanism/tree_masses.h orders them."""

from __future__ import annotations

import numpy as np

from mbfmu.problem.data.constraint_manifold import MassTree


def skew(r: np.ndarray) -> np.ndarray:
    """The matrix (3, 3) of r x."""
    return np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])


def dense_masses(tree: MassTree, numbers: np.ndarray) -> np.ndarray:
    """M (n, n), the sum of J^T I J, and of what elastic rates add."""
    n, jacobians = tree.first[-1], []
    M = np.zeros((n, n))
    for k, (j, m) in enumerate(zip(tree.lower, tree.mover)):
        own, count = slice(tree.first[m], tree.first[m + 1]), tree.first[m + 1] - tree.first[m]
        sizes = [9, 3, 1, 3, 6, 6 * count, *([3 * count, count] if m == k else [])]
        R, r, mass, h, I, S, *elastic = np.split(numbers[tree.place[k] : tree.place[k + 1]], np.cumsum(sizes)[:-1])
        R = R.reshape(3, 3)
        X = np.block([[R.T, np.zeros((3, 3))], [-R.T @ skew(r), R.T]])
        J = X @ jacobians[j] if j >= 0 else np.zeros((6, n))
        J[:, own] += S.reshape(count, 6).T
        jacobians.append(J)
        about = np.array([[I[0], I[3], I[4]], [I[3], I[1], I[5]], [I[4], I[5], I[2]]])
        M += J.T @ np.block([[about, skew(h)], [-skew(h), mass * np.eye(3)]]) @ J
        if elastic:
            coupling = J[:3].T @ elastic[0].reshape(count, 3).T
            M[:, own] += coupling
            M[own] += coupling.T
            M[own, own] += np.diag(elastic[1])
    return M
