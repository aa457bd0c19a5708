"""Multipliers from a Schur complement, that of a momentary loss of rank included."""

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs, dpstrf

from .constrained_solve import LOST


def schur_multipliers(S: np.ndarray, r: np.ndarray, usual: np.ndarray | float) -> tuple[np.ndarray, int]:
    """The l (k) with S l = r for a symmetric positive semidefinite S (k, k), and how many rows depend on the others.

    S is scaled to a diagonal of one and factored by Cholesky; only where a pivot is below LOST the rows are ordered by pivots, and those
    that depend on the others get l = 0. So do rows that have vanished: `usual` (k) times the root of the diagonal is usually one.
    """
    scale = scales(S.diagonal(), usual)
    scaled, r = S * scale * scale[:, None], r * scale
    factor, info = dpotrf(scaled, lower=1)
    if not info and factor.diagonal().min() ** 2 > LOST:
        return dpotrs(factor, r, lower=1)[0] * scale, 0
    l, lost = by_pivots(scaled, r)
    return l * scale, lost


def scales(diagonal: np.ndarray, usual: np.ndarray | float) -> np.ndarray:
    """What to scale the rows (k) of a Schur complement by so that its diagonal becomes one, zero where the row has vanished."""
    return 1 / np.sqrt(np.where(diagonal * usual**2 > LOST, diagonal, np.inf))


def by_pivots(scaled: np.ndarray, r: np.ndarray) -> tuple[np.ndarray, int]:
    """The l (k, or k and columns) with scaled l = r on as many rows as are independent, zero on the others, and how many these are."""
    factor, order, rank, _ = dpstrf(scaled, tol=LOST, lower=1)
    independent, l = order[:rank] - 1, np.zeros_like(r)
    if rank:
        l[independent] = dpotrs(factor[:rank, :rank], r[independent], lower=1)[0]
    return l, len(r) - int(rank)
