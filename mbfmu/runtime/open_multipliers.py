"""What redundant constraints leave open of the multipliers: how they share their load."""

import numpy as np

from .mechanism import Mechanism


def find_open(mechanism: Mechanism) -> None:
    """Fill `open` (m, m), where the problem asks for it, with the projector on the multipliers without effect: A^T l = 0.

    As many of them as rows are not kept; disabled and empty rows are among them.
    """
    if mechanism.open.size:
        U = np.linalg.svd(mechanism.A)[0]
        free = U[:, int(mechanism.kept.sum()) :]
        mechanism.open[:] = (free @ free.T).ravel()
