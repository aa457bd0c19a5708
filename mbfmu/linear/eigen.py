"""Eigenvalues of a linear system, whose zeros are exact where states only follow others."""

from __future__ import annotations

import numpy as np

ROUNDOFF = 1e-13  # of the largest number in the row or column of a matrix: smaller entries are zero but for rounding
ROUNDED = 1e-13  # of the largest eigenvalue: smaller real and imaginary parts are zero but for rounding


def eigen(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The eigenvalues (n,) and right eigenvectors (n, n), one a column, of A (n, n).

    A heading or a distance travelled only follows from other states, and nothing depends on it. Its eigenvalue is zero, of high multiplicity,
    and would be found to a root of the roundoff. So entries of A that are roundoff become zero first, and LAPACK takes such states out by exchanging
    rows and columns (geev, which balances).
    """
    size = np.abs(A)
    noise = ROUNDOFF * np.maximum(size.max(axis=1, initial=0.0)[:, np.newaxis], size.max(axis=0, initial=0.0))
    values, vectors = np.linalg.eig(np.where(size > noise, A, 0.0))
    noise = ROUNDED * np.abs(values).max(initial=0.0)
    real, imaginary = (np.where(np.abs(part) > noise, part, 0.0) for part in (values.real, values.imag))
    return real + 1j * imaginary, vectors
