"""An order of rows in which their couplings are a narrow band."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import reverse_cuthill_mckee


def order_of_rows(row: np.ndarray, column: np.ndarray, count: int) -> list[int]:
    """The numbers of `count` rows in an order that keeps what is coupled together, from the places of S's nonzeros."""
    if not count:  # which SciPy refuses
        return []
    coupled = coo_array((np.ones(row.size), (row, column)), shape=(count, count))
    return reverse_cuthill_mckee((coupled + coupled.T).tocsr(), symmetric_mode=True).tolist()
