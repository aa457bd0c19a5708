"""Mass, centre of mass and moments of inertia of several bodies together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.one_line import one_line
from ...base.spatial.inertia import symmetric


@one_line
@dataclass(frozen=True, eq=False)
class MassProperties:
    """Of all bodies together: `mass` [kg], `center_of_mass` (3,) [m], and `inertia` (3, 3) [kg.m2] about it, in the world's axes."""

    mass: float
    center_of_mass: np.ndarray
    inertia: np.ndarray

    @classmethod
    def of(cls, b: np.ndarray) -> MassProperties:
        """Those of an inertia (10,) about the world's origin; without mass, the centre of mass is there."""
        m, h, I = float(b[0]), np.ravel(b)[1:4], symmetric(np.ravel(b)[4:])
        c = h / m if m else np.zeros(3)
        return cls(m, c, I - m * (c @ c * np.eye(3) - np.outer(c, c)))
