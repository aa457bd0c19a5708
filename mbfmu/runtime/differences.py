"""The Jacobian of a derivative by forward differences."""

from typing import Callable

import numpy as np

STEP = np.finfo(float).eps ** 0.5  # relative to the size of a state


def jacobian(derivative: Callable[[np.ndarray], np.ndarray], x: np.ndarray, nominal: np.ndarray) -> np.ndarray:
    """d derivative(x) / d x (n, n) at x (n), with steps relative to x or its `nominal` size (n)."""
    rate, columns = derivative(x), np.zeros((x.size, x.size))
    for i in range(x.size):
        moved = x.copy()
        moved[i] += STEP * max(abs(x[i]), nominal[i])
        columns[:, i] = (derivative(moved) - rate) / (moved[i] - x[i])
    return columns
