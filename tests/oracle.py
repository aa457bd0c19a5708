"""What the engine's solves must find, by dense least squares of NumPy: nothing is shared with what they judge."""

from __future__ import annotations

import numpy as np

RANK = 1e-5  # of singular values of rows of length one: as the engine's bound of squared pivots


def accelerations(M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """a (n), the forces of the constraints A^T l (n), and how many kept rows depend on the others; b must not contradict itself.

    [M A^T; A 0] (a; -l) = (f; b) on the rows kept, in units in which diag M and rows are one, by singular values.
    """
    on = kept > 0
    inertia = M.diagonal()
    speeds = 1 / np.sqrt(np.where(inertia > 0, inertia, inertia.max(initial=1.0)))
    rows = _inverse_lengths(A[on] * speeds)
    M, A, f, b = M * speeds * speeds[:, None], A[on] * speeds * rows[:, None], f * speeds, b[on] * rows
    m, n = A.shape
    K = np.block([[M, A.T], [A, np.zeros((m, m))]])
    solution = np.linalg.lstsq(K, np.concatenate((f, b)), rcond=RANK**2)[0]
    rank = np.linalg.matrix_rank(A, tol=RANK) if m else 0
    return solution[:n] * speeds, -A.T @ solution[n:] / speeds, m - rank


def multipliers(S: np.ndarray, B: np.ndarray, kept: np.ndarray) -> tuple[np.ndarray, int]:
    """X (k, columns) with S X = B (k, columns) on the rows kept, zero on the others, the smallest where rows depend on each other; how many do."""
    on = np.flatnonzero(kept)
    X, scale = np.zeros_like(B), _inverse_lengths(S.diagonal()[on, None] ** 0.5)
    scaled = S[np.ix_(on, on)] * scale * scale[:, None]
    if on.size:
        X[on] = scale[:, None] * np.linalg.lstsq(scaled, B[on] * scale[:, None], rcond=RANK**2)[0]
    return X, on.size - (np.linalg.matrix_rank(scaled, tol=RANK**2) if on.size else 0)


def handed_to_carriers(C: np.ndarray, X: np.ndarray, open_loops: np.ndarray, carriers: tuple[tuple[int, ...], ...]) -> np.ndarray:
    """What each carrier feels (carriers * 42): the inertia and bias force of its open loops, and of those being closed."""
    added = [C[list(rows)].T @ X[list(rows)] for rows in carriers]
    return open_loops + np.concatenate([np.concatenate((both[:, :6].ravel(), -both[:, 6])) for both in added])


def _inverse_lengths(rows: np.ndarray) -> np.ndarray:
    lengths = np.linalg.norm(rows, axis=1)
    return 1 / np.where(lengths > 0, lengths, 1.0)
