"""Plain numbers for figures and points, from arrays."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .scene import Figure
from .shapes import Numbers, Shape

NO_TURN = np.eye(3)


def numbers(values: ArrayLike) -> Numbers:
    """The numbers of an array, in a row."""
    return tuple(np.ravel(np.asarray(values, dtype=float)).tolist())


def parameters_of(R: np.ndarray) -> Numbers:
    """Euler parameters (4,) of a rotation matrix (3, 3)."""
    from scipy.spatial.transform import Rotation  # here, so that models without pictures start sooner

    return numbers(Rotation.from_matrix(np.asarray(R, dtype=float)).as_quat())


def figure(shape: Shape, colour: str, r: ArrayLike = (0.0, 0.0, 0.0), R: ArrayLike = NO_TURN, layer: str = "body") -> Figure:
    """A figure at r (3,), turned by R (3, 3)."""
    return Figure(shape=shape, colour=colour, r=numbers(r), Q=(0.0, 0.0, 0.0, 1.0) if R is NO_TURN else parameters_of(np.asarray(R)), layer=layer)
