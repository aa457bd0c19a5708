"""How long the steps of explicit integration can be beside a fast mode."""

from __future__ import annotations

import numpy as np

DORMAND_PRINCE = (1 / 600, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1.0, 1.0)  # R(z) of its fifth order, the highest power first
RADIUS = 4.0  # no z that far away is stable
SAMPLES = 4001


def longest_explicit_step(eigenvalue: complex) -> float:
    """The longest step [s] with which the Dormand-Prince pair stays stable beside an eigenvalue [rad/s] that decays or stays; inf for zero.

    Source: Hairer & Wanner (1996), Solving ordinary differential equations II, section IV.2.
    """
    size = abs(eigenvalue)
    if not size:
        return np.inf
    radii = np.linspace(0.0, RADIUS, SAMPLES)
    grows = np.abs(np.polyval(DORMAND_PRINCE, radii * eigenvalue / size)) > 1.0 + 1e-12
    return float(radii[np.argmax(grows) - 1] / size)
