"""Matrices (3, 3) and the vectors of their antisymmetric parts."""

from __future__ import annotations

import numpy as np

from .elastic_data import Array


def axial(A: Array) -> Array:
    """The vectors (..., 3) of sum r x p for A = sum r p^T (..., 3, 3)."""
    return np.stack([A[..., 1, 2] - A[..., 2, 1], A[..., 2, 0] - A[..., 0, 2], A[..., 0, 1] - A[..., 1, 0]], axis=-1)


def without_axial(A: Array) -> Array:
    """The symmetric parts of A (..., 3, 3)."""
    return (A + np.swapaxes(A, -1, -2)) / 2


def with_axial(A: Array, vectors: Array) -> Array:
    """Matrices (..., 3, 3) with the symmetric parts of A and these axial vectors (..., 3)."""
    made = without_axial(A)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        made[..., i, j] += vectors[..., k] / 2
        made[..., j, i] -= vectors[..., k] / 2
    return made


def skews(vectors: Array) -> Array:
    """The matrices (n, 3, 3) of vectors (3, n): skews(r)[k] @ x = r_k x x."""
    x, y, z = vectors
    zero = np.zeros_like(x)
    return np.stack([np.stack([zero, -z, y], -1), np.stack([z, zero, -x], -1), np.stack([-y, x, zero], -1)], -2)


def double_cross(vectors: Array) -> Array:
    """B (n, n, 3, 3) of vectors (3, n): B[k, l] @ x = 1/2 (r_k x (r_l x x) + r_l x (r_k x x)), the second order of exp(r) x."""
    matrices = skews(vectors)
    products = np.einsum("kij,ljm->klim", matrices, matrices)
    return (products + products.transpose(1, 0, 2, 3)) / 2
