"""Rows of constraints measured by the masses: every row is 1 long, so that their dependence has no units."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpotrf, dpstrf

from .errors import StepFailed
from .triangular import triangular

SINGULAR = 1e-12  # a pivot of the mass matrix, scaled to a diagonal of ones: below it M counts as singular
VANISHED = 1e-8  # of the longest row: a shorter one is roundoff and stays short


@dataclass(frozen=True)
class ScaledRows:
    """B = A L^-T with M = L L^T, row i divided by `scale[i]`: rows (m, n), scale (m), factor L (n, n).

    A change y of scaled speeds is the change L^-T y of speeds; its length is the mass metric's.
    """

    rows: np.ndarray
    scale: np.ndarray
    factor: np.ndarray

    @staticmethod
    def of(A: np.ndarray, factor: np.ndarray, usual: np.ndarray | None = None) -> "ScaledRows":
        """The rows A (m, n) scaled by the factor L of a mass matrix, and by their length, or by that which is `usual` (m)."""
        rows = triangular(factor, A.T, lower=1).T
        scale = significant(np.linalg.norm(rows, axis=1)) if usual is None else usual
        return ScaledRows(rows / scale[:, None], scale, factor)

    def change(self, y: np.ndarray) -> np.ndarray:
        """The change of speeds (n) that a change y (n) of scaled speeds is."""
        return triangular(self.factor, y, lower=1, trans=1)

    def scaled(self, v: np.ndarray) -> np.ndarray:
        """The scaled speeds (n) of speeds v (n)."""
        return self.factor.T @ v


def significant(lengths: np.ndarray) -> np.ndarray:
    """Lengths of rows (m) to divide by: none is 0, and rows that are roundoff beside the others stay short."""
    lengths = np.maximum(lengths, VANISHED * lengths.max(initial=0.0))
    return np.where(lengths > 0.0, lengths, 1.0)


def mass_factor(M: np.ndarray, A: np.ndarray) -> np.ndarray:
    """The lower factor L (n, n) of M, or of M + s A^T A where M is singular, s = trace M / trace A^T A with rows of A scaled to 1.

    Among changes with the same A dv the smallest is the same for both. StepFailed if a direction has neither inertia nor a constraint.
    """
    size = np.sqrt(np.maximum(np.diag(M), 0.0))
    if (size > 0).all():
        scaled = M / np.outer(size, size)
        _, _, rank, _ = dpstrf(scaled, tol=SINGULAR, lower=1)  # pivoted: the last pivot of another order may be roundoff grown large
        if rank == len(M):
            return size[:, None] * dpotrf(scaled, lower=1, clean=1)[0]
    lengths = np.sqrt((A * A).sum(axis=1))
    rows = A[lengths > 0] / lengths[lengths > 0, None]
    weight = np.trace(M) / max(float((rows * rows).sum()), 1.0)
    factor, info = dpotrf(M + weight * rows.T @ rows, lower=1, clean=1)
    if info or not np.isfinite(factor).all():
        raise StepFailed("some direction of motion has neither inertia nor a constraint that determines it; give its body mass")
    return factor
