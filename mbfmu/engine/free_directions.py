"""Free directions: the null space of rows, by the rank that the engine gives constraints."""

from __future__ import annotations

import numpy as np

from .handle import library
from .instance import pointers


def free_directions(rows: np.ndarray) -> np.ndarray:
    """An orthonormal basis (n, f) of all x with rows x = 0, where the rows (m, n) are those of constraints, each of about the same length.

    MemoryError where there is no room for it.
    """
    rows = np.array(rows, dtype=float, order="C")
    m, n = rows.shape
    found = np.empty((n, n))
    start, directions = pointers(rows, found)
    count = library().handle_free_directions(start, m, n, directions)
    if count < 0:
        raise MemoryError(f"there is no memory for the null space of {m} rows of {n} numbers")
    return found[:count].T
