"""How FMUs change with their start values while connected inputs follow what drives them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .coupled_response import Coupled, CoupledResponse

PLACED = 0.1  # of a start value: what moves states by less only drags them along, or is noise of differences
DEPENDENT = 1e-12  # relative: what counts as zero in loops of connections


@dataclass(frozen=True)
class Closed:
    """The `slopes` of `fmus` at z, where their Response is `found`."""

    fmus: Coupled
    z: np.ndarray
    found: CoupledResponse
    slopes: CoupledResponse

    @cached_property
    def size(self) -> np.ndarray:
        """Of the numbers of z, by which they are compared."""
        return np.maximum(np.abs(self.z), 1.0)

    @cached_property
    def state_size(self) -> np.ndarray:
        """Of states, by which they are compared."""
        return np.maximum(np.abs(self.found.x), 1.0)

    @cached_property
    def closing(self) -> np.ndarray:
        """The changes of z, of inputs alone, that close connections, by their gaps (columns)."""
        inputs, size = self.fmus.inputs, self.size[self.fmus.inputs]
        change = np.zeros((len(self.z), len(inputs)))
        change[inputs] = -size[:, None] * np.linalg.pinv(self.slopes.gap[:, inputs] * size / size[:, None], rcond=DEPENDENT) / size
        return change

    @cached_property
    def ways(self) -> np.ndarray:
        """Changes of z (columns) by which states are placed while connections stay closed.

        In FMUs with loops start values depend on each other. There are as many ways as states can be placed in, and a start value that loops take
        back stays as it is.
        """
        starts = self.fmus.starts
        follow = self.closing @ self.slopes.gap[:, starts]
        follow[starts, range(len(starts))] = 1.0
        _, moved, directions = np.linalg.svd(self.slopes.x[:, starts] * self.size[starts] / self.state_size[:, None], full_matrices=False)
        return follow * self.size[starts] @ directions[moved > PLACED].T
