"""OrthogonalComplement: the equations of motion on an orthogonal complement of the rows."""

import numpy as np
from scipy.linalg.lapack import dsyevd

from .constrained_solve import LOST, ConstrainedSolve
from .free_motion import free_motion


class OrthogonalComplement(ConstrainedSolve):
    """Huston & Liu, eqs. 53-54, with their A, B, y_dot our M, A, a, and the zero-eigenvalues theorem (ERRATA).

    The columns of C are the eigenvectors of A^T A with eigenvalue zero, as many as there are speeds beyond the rows kept; A C = 0, so
    C^T M a = C^T f. The other eigenvectors carry A a = b, and the multipliers by back substitution into M a = f + A^T l. M may be
    singular as long as C^T M C is not. A^T A squares the condition of A, so that everything taken from it is corrected once.
    """

    kind = "ORTHOGONAL_COMPLEMENT"

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        m, n = A.shape
        values, vectors, _ = dsyevd(A.T @ A)  # ascending
        rank = int(np.count_nonzero(values[-m:] > LOST))
        C, along = vectors[:, : n - rank], vectors[:, n - rank :]
        inverse = (along / values[n - rank :]) @ (A @ along).T  # of A, the pseudo-inverse
        known = _corrected(inverse, A, b)
        a = free_motion(M, f, C - inverse @ (A @ C), known, self.what)
        return a, _corrected(inverse.T, A.T, M @ a - f), m - rank


def _corrected(inverse: np.ndarray, A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The solution of A x = b by an inaccurate inverse of A, corrected by its residual."""
    x = inverse @ b
    return x + inverse @ (b - A @ x)
