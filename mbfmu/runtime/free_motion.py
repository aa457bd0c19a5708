"""The motion that constraints leave free, from the equations of motion projected on it."""

import numpy as np
from scipy.linalg.lapack import dpotrf, dpotrs

from .errors import StepFailed

SINGULAR = 100 * float(np.finfo(float).eps)  # of a pivot, relative to the inertias it is computed from: roundoff


def free_motion(M: np.ndarray, f: np.ndarray, basis: np.ndarray, known: np.ndarray, what: str) -> np.ndarray:
    """The a = known + basis z (n) with basis^T (M a - f) = 0: no power on any motion along `basis` (n, free).

    M (n, n) is scaled as ConstrainedSolve says; it may be singular where `basis` does not reach. Raises StepFailed where the projected
    mass matrix is singular: then a is not unique (rank condition of Schutte & Udwadia, eq. 20).
    """
    if not basis.shape[1]:
        return known
    inertia = basis.T @ M @ basis
    factor = cholesky(inertia, M.diagonal().max())
    if factor is None:
        values, vectors = np.linalg.eigh(inertia)
        missing = int(np.count_nonzero(values <= SINGULAR)) or 1
        raise StepFailed(
            f"{what}: the accelerations are not unique: the rank of [M A^T] is {f.size - missing} of {f.size}, so {moving(basis @ vectors[:, 0])} "
            "has neither inertia nor a constraint; give what moves there mass or inertia, or a constraint"
        )
    return known + basis @ dpotrs(factor, basis.T @ (f - M @ known), lower=1)[0]


def cholesky(M: np.ndarray, size: np.ndarray | float) -> np.ndarray | None:
    """The lower factor of M, or None where M is not positive definite beyond the roundoff of numbers of `size`, one or one a row."""
    factor, info = dpotrf(M, lower=1)
    return None if info or (factor.diagonal() ** 2 <= SINGULAR * size).any() else factor


def moving(motion: np.ndarray) -> str:
    """The words for `motion` (n): the numbers, from 1, of its largest speeds."""
    largest = np.flatnonzero(np.abs(motion) > 0.1 * np.abs(motion).max())[:6] + 1
    return f"the motion along speed{'s' if largest.size > 1 else ''} {', '.join(map(str, largest))} of {motion.size}"
