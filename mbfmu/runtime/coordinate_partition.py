"""CoordinatePartition: dependent accelerations as a linear function of independent ones, superelement by superelement."""

from typing import NamedTuple

import numpy as np
from scipy.linalg.lapack import dgetc2

from .constrained_solve import LOST, ConstrainedSolve
from .free_motion import free_motion
from .triangular import triangular


class CoordinatePartition(ConstrainedSolve):
    """Omar, eqs. 42-45 as reconstructed in ERRATA: q_dd(dependent) = B q_dd(independent) + gamma, the rest by Cholesky.

    Each superelement's rows, which share no coordinate with another's, are factored into LU with complete pivoting. The partition is made
    again at every evaluation: the pivots can never degrade, results do not depend on what was computed before, and it is a small
    part of the cost, which is in the reduced mass matrix.
    """

    kind = "COORDINATE_PARTITION"

    def solve(self, M: np.ndarray, f: np.ndarray, A: np.ndarray, b: np.ndarray, groups: list[np.ndarray]):
        """See ConstrainedSolve."""
        m, n = A.shape
        basis, known, free = np.eye(n), np.zeros(n), np.ones(n, dtype=bool)
        parts = [_partition(A, rows) for rows in groups]
        for part in parts:
            basis[part.dependent[:, None], part.independent], known[part.dependent] = part.solved(b)
            free[part.dependent] = False
        a = free_motion(M, f, basis[:, free], known, self.what)
        reaction, l = M @ a - f, np.zeros(m)
        for part in parts:
            l[part.rows] = part.multipliers(reaction)
        return a, l, m - sum(part.rows.size for part in parts)


class _Partition(NamedTuple):
    """The independent rows of a group and its coordinates: A[rows, dependent] = L U, A[rows, independent] = L rest."""

    rows: np.ndarray
    dependent: np.ndarray
    independent: np.ndarray
    factors: np.ndarray  # U, and below it L, whose diagonal is one
    rest: np.ndarray

    def solved(self, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """B and gamma of Omar, eq. 43."""
        gamma = triangular(self.factors, triangular(self.factors, b[self.rows], lower=1, unitdiag=1))
        return -triangular(self.factors, self.rest), gamma

    def multipliers(self, reaction: np.ndarray) -> np.ndarray:
        """The l with A^T l = reaction on the dependent coordinates."""
        return triangular(self.factors, triangular(self.factors, reaction[self.dependent], trans=1), lower=1, trans=1, unitdiag=1)


def _partition(A: np.ndarray, rows: np.ndarray) -> _Partition:
    """The partition of the coordinates of A's `rows` by complete pivoting."""
    J = A[rows]
    columns = J.any(axis=0).nonzero()[0]
    m, n = rows.size, columns.size
    size = max(m, n)
    square = np.zeros((size, size), order="F")  # as LAPACK wants it; the padding is pivoted last
    square[:m, :n] = J[:, columns]
    factors, row_swaps, column_swaps, _ = dgetc2(square, overwrite_a=1)
    rank = int(np.count_nonzero(factors.diagonal() ** 2 > LOST))
    row_order, order = _order(row_swaps), _order(column_swaps)
    others = [i for i in range(rank, size) if order[i] < n]
    return _Partition(
        rows[row_order[:rank]], columns[order[:rank]], columns[[order[i] for i in others]], factors[:rank, :rank], factors[:rank, others]
    )


def _order(swaps: np.ndarray) -> list[int]:
    """The order that LAPACK's swaps make."""
    order = list(range(swaps.size))
    for i, j in enumerate(swaps.tolist()):
        order[i], order[j] = order[j], order[i]
    return order
