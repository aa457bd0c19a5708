"""TangentSpace: the equations of motion in independent speeds."""

import numpy as np
from scipy.linalg.lapack import dgeqp3, dorgqr

from .constrained_solve import LOST, ConstrainedSolve
from .free_motion import free_motion
from .triangular import triangular


class TangentSpace(ConstrainedSolve):
    """Schiehlen, eqs. 9, 17 and 18: as many independent speeds z as there are freedoms, y_dot = L z_dot + what the rows prescribe.

    L is an orthonormal basis of the tangent space, from the pivoted QR factorization of A^T; the mass matrix is L^T M L and the
    reactions drop out, L^T A^T = 0. They follow afterwards from the whole equations.
    """

    kind = "TANGENT_SPACE"

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        return in_tangent_space(M, f, A, b, self.what)


def in_tangent_space(M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, what: str):
    """ConstrainedSolve.solve by the tangent space; its first columns of Q span the rows, the others are L."""
    m, n = A.shape
    factors, order, reflectors, _, _ = dgeqp3(A.T)
    rank = int(np.count_nonzero(factors.diagonal() ** 2 > LOST))
    independent, R = order[:rank] - 1, factors[:rank, :rank]
    Q = np.zeros((n, n), order="F")
    Q[:, : reflectors.size] = factors[:, : reflectors.size]
    Q = dorgqr(Q, reflectors, overwrite_a=1)[0]
    along, L = Q[:, :rank], Q[:, rank:]
    a = free_motion(M, f, L, along @ triangular(R, b[independent], trans=1), what)
    l = np.zeros(m)
    l[independent] = triangular(R, along.T @ (M @ a - f))
    return a, l, m - rank
