"""OrthogonalComplement: the equations of motion on an orthogonal complement of the rows."""

import numpy as np
from scipy.linalg.lapack import dsyevd

from .constrained_solve import LOST, ConstrainedSolve
from .free_motion import free_motion


class OrthogonalComplement(ConstrainedSolve):
    """Huston & Liu, eqs. 53-54, with their A, B, y_dot our M, A, a, and the zero-eigenvalues theorem (ERRATA).

    The columns of C are the eigenvectors of A^T A with eigenvalue zero, as many as there are speeds beyond the rows kept; A C = 0, so
    C^T M a = C^T f. The other eigenvectors carry A a = b, and the multipliers by back substitution into M a = f + A^T l. M may be
    singular as long as C^T M C is not.
    """

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        m, n = A.shape
        values, vectors, _ = dsyevd(A.T @ A)  # ascending
        rank = int(np.count_nonzero(values[-m:] > LOST))
        C, along, values = vectors[:, : n - rank], vectors[:, n - rank :], values[n - rank :]
        known = along @ ((along.T @ (A.T @ b)) / values)
        a = free_motion(M, f, C, known, self.what)
        return a, A @ (along @ ((along.T @ (M @ a - f)) / values)), m - rank
