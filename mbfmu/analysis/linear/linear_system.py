"""A linear system: matrices, with the names of what they multiply."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...base.one_line import one_line
from .eigen import eigen, slowest_first
from .mode import Mode, shape_of


@one_line
@dataclass(frozen=True)
class LinearSystem:
    """x' = A x + B u, y = C x + D u, with names and units of states, inputs and outputs; see Linearization."""

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: tuple[str, ...]
    units: tuple[str, ...]
    speeds: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rates: np.ndarray
    input_units: tuple[str, ...]
    output_units: tuple[str, ...]
    coordinates: tuple[str, ...] = ()
    mass: np.ndarray | None = None

    def modes(self) -> list[Mode]:
        """The modes, the slowest first. A pair of conjugate eigenvalues is one mode, with positive imaginary part."""
        found = eigen(self.A)
        return [Mode(complex(found.values[i]), self.shape(found.right[:, i])) for i in slowest_first(found.values)]

    def shape(self, vector: np.ndarray) -> dict[str, complex]:
        """What moves in an eigenvector (n,): names of states and their complex parts, the largest first; see Mode."""
        return shape_of(vector, self.states, self.speeds)
