"""Triangular systems, empty ones included."""

import numpy as np
from scipy.linalg.lapack import dtrtrs


def triangular(factor: np.ndarray, y: np.ndarray, lower: int = 0, trans: int = 0, unitdiag: int = 0) -> np.ndarray:
    """The x with factor x = y, or factor^T x = y if `trans`, with a diagonal of ones if `unitdiag`; LAPACK refuses empty ones."""
    return dtrtrs(factor, y, lower=lower, trans=trans, unitdiag=unitdiag)[0] if y.size else y
