"""Geometric stiffness along modes by the stress of loads, in elements of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from .elastic_data import Array

Gradients = Callable[[Array], Array]  # (c, q, j, i, m) of some elements (c,): along j of components i
CHUNK = 200  # elements whose gradients are in memory at once


@dataclass(frozen=True, eq=False)
class Quadrature:
    """Gradients at q points of e elements by the values of s fields in each."""

    shapes: Callable[[Array], Array]  # (s, 3, c, q) of some elements (c,), along axes of their own
    at: Array  # (e, s) numbers of the fields
    weights: Array  # (e, q) volumes [m3]

    def gradients(self, fields: Array) -> Gradients:
        """Gradients of fields (f, 3 m), where the elements have them."""
        return lambda chunk: gradients(self.shapes(chunk), fields, self.at[chunk])

    def stiffening(self, stress: Gradients, modes: Gradients, loads: int, n: int) -> Array:
        """sum over k, l of grad phi_k . stress grad phi_l (loads, n, n), by gradients of `modes` and stress (c, q, 3, 3, l) of some elements.

        Products of the modes' gradients, some elements at a time: assembled matrices would take ten times as long.
        """
        found = np.zeros((loads, n, n))
        for chunk in np.array_split(np.arange(len(self.at)), -(-len(self.at) // CHUNK)):
            of_modes, by = modes(chunk), stress(chunk)
            flat = of_modes.reshape(-1, n)
            for load in range(loads):
                weighted = (by[..., load] * self.weights[chunk][:, :, None, None]) @ of_modes.reshape(*of_modes.shape[:3], -1)
                found[load] += flat.T @ weighted.reshape(flat.shape)
        return found


def gradients(shapes: Array, fields: Array, at: Array) -> Array:
    """Gradients (e, q, j, c, m) along j of components c of fields (f, 3 m) by those of shapes (s, 3, e, q), whose fields are `at` (e, s)."""
    s, _, e, q = shapes.shape
    m = fields.shape[1] // 3
    return (shapes.transpose(2, 3, 1, 0).reshape(e, q * 3, s) @ fields[at]).reshape(e, q, 3, 3, m)
