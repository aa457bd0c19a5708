"""Eigenvalues of a linear system, whose zeros are exact where states only follow others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eig

from ...base.one_line import one_line

ROUNDOFF = 1e-13  # of the largest number in the row or column of a matrix: smaller entries are zero but for rounding
ROUNDED = 1e-13  # of the largest eigenvalue: smaller real and imaginary parts are zero but for rounding


@one_line
@dataclass(frozen=True)
class Eigen:
    """The eigenvalues `values` (n,) of a matrix A and, one a column, its eigenvectors (n, n).

    A right = right diag(values), left^H A = diag(values) left^H.
    """

    values: np.ndarray
    right: np.ndarray
    left: np.ndarray


def slowest_first(values: np.ndarray) -> list[int]:
    """The places of eigenvalues, the smallest first, of a pair of conjugates that with the positive imaginary part."""
    return sorted((i for i in range(len(values)) if values[i].imag >= 0), key=lambda i: (abs(values[i]), values[i].real))


def eigen(A: np.ndarray) -> Eigen:
    """The eigenvalues and eigenvectors of A (n, n).

    A heading or a distance travelled only follows from other states, and nothing depends on it. Its eigenvalue is zero, of high multiplicity,
    and would be found to a root of the roundoff. So entries of A that are roundoff become zero first, and LAPACK takes such states out by exchanging
    rows and columns (geev, which balances).
    """
    size = np.abs(A)
    noise = ROUNDOFF * np.maximum(size.max(axis=1, initial=0.0)[:, np.newaxis], size.max(axis=0, initial=0.0))
    if not A.size:
        return Eigen(np.zeros(0, complex), A, A)
    values, left, right = eig(np.where(size > noise, A, 0.0), left=True)
    real, imaginary = (np.where(np.abs(part) > ROUNDED * np.abs(values).max(), part, 0.0) for part in (values.real, values.imag))
    return Eigen(real + 1j * imaginary, right, left)
