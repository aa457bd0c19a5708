"""Hot spots: where over the surface of a flexible body a run does damage."""

from __future__ import annotations

import numpy as np

from .damage import SNCurve, damage
from .worst_places import signed_von_mises

AT_ONCE = 2_000_000  # numbers of stress in memory


def surface_damage(stress: np.ndarray, weights: np.ndarray, curve: SNCurve) -> np.ndarray:
    """The damage (p,) at each vertex by its signed von Mises stress: `stress` (n, p, 6) [Pa] by each mode, times `weights` (k, n) at k instants.

    Where a tensile mean reaches the strength it is 1 at least, and the largest of all. Raises MbfmuError if the package rainflow is missing.
    """
    by_mode = np.asarray(stress, dtype=float)
    n, p, _ = by_mode.shape
    found = np.zeros(p)
    size = max(AT_ONCE // (6 * len(weights)), 1)
    for start in range(0, p, size):
        some = slice(start, start + size)
        histories = signed_von_mises((weights @ by_mode[:, some].reshape(n, -1)).reshape(len(weights), -1, 6))
        found[some] = [damage(history, curve).damage for history in histories.T]
    broken = np.isinf(found)
    return np.where(broken, max(1.0, found[~broken].max(initial=0.0)), found)
