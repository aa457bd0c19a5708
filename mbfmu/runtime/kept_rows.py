"""KeptRows: the Schur complement of the rows kept, solved as a band."""

import numpy as np
from scipy.linalg.lapack import dpbtrf, dpbtrs
from scipy.sparse import coo_array
from scipy.sparse.csgraph import reverse_cuthill_mckee

from .constrained_solve import LOST
from .schur_complement import by_pivots, scales


class KeptRows:
    """The rows kept of a symmetric S (m, m) given by its nonzeros in the lower triangle, in an order in which coupled rows are neighbours.

    So a chain of loops, or any number of loops apart from each other, is a narrow band, which is factored in as many operations as
    there are loops. `rows` (k) are the numbers of the rows, in that order.
    """

    def __init__(self, pattern: np.ndarray, usual: np.ndarray):
        """`pattern` (nonzeros, 2): row and column of each nonzero; `usual` (m): zero for rows not kept, else as slot k."""
        row, column = pattern.T
        self._kept = np.flatnonzero((usual[row] > 0) & (usual[column] > 0))
        row, column = row[self._kept], column[self._kept]
        self.rows = ordered(row, column, np.flatnonzero(usual))
        place = np.zeros(usual.size, dtype=int)
        place[self.rows] = np.arange(self.rows.size)
        i, j = place[row], place[column]
        self._i, self._j = np.maximum(i, j), np.minimum(i, j)
        self._shape = int((self._i - self._j).max(initial=0)) + 1, self.rows.size
        self._places = self._i - self._j + self._shape[0] * self._j  # in the band, column by column
        self._usual = usual[self.rows]
        self._diagonal = np.zeros(self.rows.size, dtype=int)
        self._diagonal[i[i == j]] = np.flatnonzero(i == j)

    def solve(self, nonzeros: np.ndarray, r: np.ndarray) -> tuple[np.ndarray, int]:
        """The x (k, columns) with S x = r (k, columns), and how many rows depend on the others for the moment, where x is zero."""
        if not r.size:  # which LAPACK refuses
            return r, 0
        values = nonzeros[self._kept]
        scale = scales(values[self._diagonal], self._usual)
        values, r = values * scale[self._i] * scale[self._j], r * scale[:, None]
        band = np.zeros(self._shape[0] * self._shape[1])
        band[self._places] = values
        band = band.reshape(self._shape, order="F")
        vanished = scale.size - np.count_nonzero(scale)
        if vanished:
            band[0, scale == 0.0] = 1.0
        factor, info = dpbtrf(band, lower=1, overwrite_ab=1)
        if not info and factor[0].min() ** 2 > LOST:
            return dpbtrs(factor, r, lower=1)[0] * scale[:, None], vanished
        scaled = np.zeros((scale.size, scale.size))
        scaled[self._i, self._j] = scaled[self._j, self._i] = values
        x, lost = by_pivots(scaled, r)
        return x * scale[:, None], lost


def ordered(row: np.ndarray, column: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The numbers of the rows `kept` in an order that keeps what is coupled together."""
    if not kept.size:  # which SciPy refuses
        return kept
    among = np.searchsorted(kept, [row, column])
    coupled = coo_array((np.ones(row.size), tuple(among)), shape=(kept.size, kept.size))
    return kept[reverse_cuthill_mckee((coupled + coupled.T).tocsr(), symmetric_mode=True)]
