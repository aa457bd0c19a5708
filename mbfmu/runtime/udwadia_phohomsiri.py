"""UdwadiaPhohomsiri: accelerations without multipliers, for singular mass matrices and dependent rows."""

import numpy as np
from scipy.linalg.lapack import dgesdd

from .constrained_solve import LOST, ConstrainedSolve
from .free_motion import free_motion


class UdwadiaPhohomsiri(ConstrainedSolve):
    """Schutte & Udwadia, eqs. 20-22: a = [(I - A^+ A) M; A]^+ (f; b), where the rank condition of eq. 20 holds.

    With A = U S V^T (one singular value decomposition of known rank), V_1 its row space and V_2 its null space, I - A^+ A = V_2 V_2^T: the
    system above is consistent, so its solution is that of A a = b and V_2^T M a = V_2^T f; unique where V_2^T M V_2 is regular, which is
    eq. 20. It is computed as a = A^+ b + V_2 z: taken literally, eq. 21 leaves the part of f along the rows to the least squares, and
    loses the cube of what nearly parallel rows lose here (see its test). The constraint force M a - f (eq. 22) gives l = (A^T)^+ (M a - f).
    """

    kind = "UDWADIA_PHOHOMSIRI"

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        U, values, V, _ = dgesdd(A)  # V by rows
        rank = int(np.count_nonzero(values**2 > LOST))
        U, values, along = U[:, :rank], values[:rank], V[:rank]
        a = free_motion(M, f, V[rank:].T, ((b @ U) / values) @ along, self.what)
        return a, U @ ((along @ (M @ a - f)) / values), A.shape[0] - rank
