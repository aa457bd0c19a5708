"""Parameters of space: directions, orientations and moments of inertia."""

from __future__ import annotations

from typing import Any

import numpy as np

from .declarations import REQUIRED, Parameter


class Axis(Parameter):
    """A direction (3,) that topology and layout depend on; any length but zero."""

    def __init__(self, description: str, default: Any = REQUIRED):
        super().__init__("1", description, default, shape=3, structural=True)

    def shaped(self, array: np.ndarray) -> np.ndarray:
        array = super().shaped(array)
        length = np.linalg.norm(array)
        if length == 0:
            raise ValueError(f"{array.tolist()} has no direction; give a vector that is not zero ({self.description})")
        return array / length


class EulerParameters(Parameter):
    """An orientation at the start as Euler parameters (e1, e2, e3, e4 = cos); any length but zero."""

    def __init__(self, description: str, default: Any = (0, 0, 0, 1)):
        super().__init__("1", description, default, shape=4, start=True)

    def shaped(self, array: np.ndarray) -> np.ndarray:
        if not super().arranged(array).any():
            raise ValueError(f"{array.tolist()} is no orientation; [0, 0, 0, 1] is no rotation ({self.description})")
        return self.arranged(array)

    def arranged(self, array: np.ndarray) -> np.ndarray:
        array = super().arranged(array)
        return array / np.sqrt(array @ array)


class InertiaTensor(Parameter):
    """Moments of inertia about the centre of mass, given as (3,) diagonal, (6,) = (11, 22, 33, 21, 31, 32) or (3, 3)."""

    def __init__(self, description: str, default: Any = REQUIRED):
        super().__init__("kg.m2", description, default, shape=6)

    def arranged(self, array: np.ndarray) -> np.ndarray:
        if array.shape == ():
            array = np.full(3, array)
        if array.shape == (3,):
            array = np.concatenate([array, np.zeros(3)])
        if array.shape == (3, 3):
            array = array[[0, 1, 2, 1, 2, 2], [0, 1, 2, 0, 0, 1]]
        if array.shape != (6,):
            raise ValueError(f"an array of shape {array.shape} must have shape (3,), (6,) or (3, 3) ({self.description})")
        return array

    def shaped(self, array: np.ndarray) -> np.ndarray:
        if array.shape == (3, 3) and not np.allclose(array, array.T, rtol=1e-9, atol=0):
            raise ValueError(f"{array.tolist()} kg.m2 is not symmetric ({self.description})")
        array = self.arranged(array)
        I = array[[[0, 3, 4], [3, 1, 5], [4, 5, 2]]]
        if np.isfinite(I).all() and np.linalg.eigvalsh(I)[0] < -1e-9 * np.abs(I).max():
            raise ValueError(f"{array.tolist()} kg.m2 must have no negative principal moment ({self.description})")
        return array
