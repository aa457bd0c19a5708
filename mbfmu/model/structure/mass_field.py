"""Mass that moves with displacements of places: of any elements, exact for all invariants."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csc_matrix, csr_matrix, identity, kron

from .elastic_data import Array


@dataclass(frozen=True, eq=False)
class MassField:
    """Points of a body at sum_f N_f (x_f + u_f), u = `by` of the coordinates (N,); `mass` is the integral of N_f N_g.

    An x_f is a place, or the direction of a fibre that u_f turns.
    """

    x: Array  # (f, 3)
    by: csr_matrix  # (3 f, N)
    mass: csc_matrix  # (f, f)

    def matrix(self) -> csc_matrix:
        """The mass matrix (N, N) of the coordinates."""
        return csc_matrix(self.by.T @ kron(self.mass, identity(3)) @ self.by)

    def second_moments(self, T: Array) -> Array:
        """N (1 + n, 1 + n, 3, 3) of modes T (N, n)."""
        count, n = len(self.x), T.shape[1]
        P = np.concatenate([self.x[:, :, None], (self.by @ T).reshape(count, 3, n)], axis=2).reshape(count, -1)
        return (P.T @ (self.mass @ P)).reshape(3, 1 + n, 3, 1 + n).transpose(1, 3, 0, 2)
