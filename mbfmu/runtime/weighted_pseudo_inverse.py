"""WeightedPseudoInverse: multipliers first, from the Schur complement of the mass matrix."""

import numpy as np

from .constrained_solve import ConstrainedSolve
from .errors import StepFailed
from .free_motion import cholesky, moving
from .schur_complement import schur_multipliers
from .triangular import triangular


class WeightedPseudoInverse(ConstrainedSolve):
    """Huston & Liu, eqs. 51 (corrected: of the rows kept) and 52, with their A, B, y_dot our M, A, a.

    (A M^-1 A^T) l = b - A M^-1 f, then a = M^-1 (f + A^T l), by Cholesky of M and of A M^-1 A^T. Needs inertia in every direction.
    """

    kind = "WEIGHTED_PSEUDO_INVERSE"

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        factor = cholesky(M, M.diagonal())
        if factor is None:
            direction = moving(np.linalg.eigh(M)[1][:, 0])
            raise StepFailed(
                f"{self.what}: the mass matrix is singular: {direction} has no inertia; give what moves there mass or inertia, or choose a "
                "formulation that allows singular mass matrices: kane_complement or udwadia_phohomsiri"
            )
        rows, force = triangular(factor, A.T, lower=1), triangular(factor, f, lower=1)
        l, lost = schur_multipliers(rows.T @ rows, b - force @ rows, 1.0)
        return triangular(factor, force + rows @ l, lower=1, trans=1), l, lost
