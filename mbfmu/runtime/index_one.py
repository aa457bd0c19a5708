"""IndexOne: accelerations and multipliers at once, from the whole system."""

import numpy as np
from scipy.linalg.lapack import dsycon, dsytrf, dsytrs

from .constrained_solve import LOST, ConstrainedSolve
from .tangent_space import in_tangent_space


class IndexOne(ConstrainedSolve):
    """Schiehlen, eq. 16, corrected: [M A^T; A 0] (a; -l) = (f; b), symmetric and indefinite, by Bunch and Kaufman's factorization.

    Where it is singular to LOST, by a momentary loss of rank or for want of inertia, the tangent space tells which.
    """

    kind = "INDEX_ONE"

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        m, n = A.shape
        matrix = np.zeros((n + m, n + m), order="F")
        matrix[:n, :n], matrix[n:, :n] = M, A
        norm = np.abs(matrix).sum(axis=0).max()
        factors, pivots, _ = dsytrf(matrix, lower=1)
        if dsycon(factors, pivots, norm, lower=1)[0] < LOST or _positive(factors, pivots) != n:
            return in_tangent_space(M, f, A, b, self.what)
        solution = dsytrs(factors, pivots, np.concatenate((f, b)), lower=1)[0]
        return solution[:n], -solution[n:], 0


def _positive(factors: np.ndarray, pivots: np.ndarray) -> int:
    """The number of positive eigenvalues: n if, and only if, M is positive definite on the tangent space (A has full rank).

    A pivot of two rows (marked by negative numbers) has one positive and one negative eigenvalue.
    """
    single = pivots > 0
    return np.count_nonzero(single & (factors.diagonal() > 0)) + np.count_nonzero(~single) // 2
