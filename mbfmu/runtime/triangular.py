"""Triangular systems, empty ones included."""

import numpy as np
from scipy.linalg.blas import dtrsm, dtrsv


def triangular(factor: np.ndarray, y: np.ndarray, lower: int = 0, trans: int = 0, unitdiag: int = 0) -> np.ndarray:
    """The x with factor x = y (n) or (n, k), or factor^T x = y if `trans`, with a diagonal of ones if `unitdiag`.

    By BLAS itself: LAPACK's own routine wakes threads even for small systems, which costs a thousand times the work.
    """
    if not y.size:
        return y
    if y.ndim == 1:
        return dtrsv(factor, y, lower=lower, trans=trans, diag=unitdiag)
    return dtrsm(1.0, factor, y, lower=lower, trans_a=trans, diag=unitdiag)
