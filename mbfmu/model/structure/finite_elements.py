"""Finite element models as matrices: stiffness and mass of coordinates of nodes, of any origin."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csc_matrix, identity
from scipy.sparse.linalg import splu

from mbfmu.base.errors import MbfmuError

from .craig_bampton import SYMMETRIC, rigid_motions
from .elastic_data import Array
from .mass_field import MassField

ROUNDED = 1e-5  # of the largest entry in its row: what text files round
LARGEST = 100.0  # m: of bodies whose units nobody doubts
DIRECTIONS = ("x", "y", "z", "rotation about x", "rotation about y", "rotation about z")


@dataclass(frozen=True, eq=False)
class FiniteElements:
    """Stiffness and mass of coordinates in SI units: `node` (N,) numbers rows of x, `direction` (N,) is 0 to 2 along and 3 to 5 about the axes."""

    x: Array  # (p, 3) [m]
    labels: Array  # (p,) of nodes, for messages
    node: Array
    direction: Array
    K: csc_matrix  # (N, N)
    M: csc_matrix  # (N, N)
    field: MassField | None = None  # what M is of, where it is known

    def rigid(self) -> Array:
        """Motions (N, 6) of the rigid body: unit translations and unit rotations about the origin."""
        return rigid_motions(self.x).reshape(len(self.x), 6, 6)[self.node, self.direction]

    def at(self, coordinate: int) -> str:
        """Words for a coordinate."""
        return f"node {self.labels[self.node[coordinate]]}, {DIRECTIONS[self.direction[coordinate]]}"


def checked(model: FiniteElements) -> FiniteElements:
    """The model with symmetric matrices. Raises MbfmuError with the node if they are none of a free body with mass."""
    model = replace(model, K=symmetric(model, "stiffness", model.K), M=symmetric(model, "mass", model.M))
    refuse_indefinite_mass(model)
    refuse_held(model)
    return model


def extent(x: Array) -> float:
    """The largest extent [m] of points (p, 3) along an axis."""
    return float(np.ptp(x, axis=0).max(initial=0.0))


def refuse_size(x: Array, unit: float | None) -> None:
    """Raise MbfmuError if a body in metres, which nobody has said, is as large as one in millimetres."""
    size = extent(x)
    if unit is None and size > LARGEST:
        raise MbfmuError(f"The flexible body is {size:g} m long. If its lengths are in millimetres, give unit=1e-3; if it is so long, give unit=1.0.")


def symmetric(model: FiniteElements, words: str, matrix: csc_matrix) -> csc_matrix:
    """A matrix without the roundoff of its triangles."""
    matrix = csc_matrix(matrix)
    wrong = abs(matrix - matrix.T)
    size = abs(matrix).max(axis=0).toarray().ravel()
    worst = int(np.argmax(wrong.max(axis=0).toarray().ravel() - ROUNDED * size)) if matrix.nnz else 0
    if matrix.nnz and wrong[:, [worst]].max() > ROUNDED * size[worst]:
        raise MbfmuError(f"The {words} matrix is not symmetric: at {model.at(worst)} it differs by {wrong[:, [worst]].max():.3g} from its transpose.")
    return csc_matrix((matrix + matrix.T) / 2)


def refuse_indefinite_mass(model: FiniteElements) -> None:
    """Raise MbfmuError if some motion has a negative mass."""
    diagonal = model.M.diagonal()
    if not diagonal.max(initial=0.0) > 0:
        raise MbfmuError("The mass matrix is zero.")
    worst = int(np.argmin(diagonal))
    if diagonal[worst] >= 0:
        shifted = csc_matrix(model.M + 1e-9 * diagonal.mean() * identity(len(diagonal)))  # coordinates without mass are allowed
        factors = splu(shifted, **SYMMETRIC)
        pivots = factors.U.diagonal()
        if pivots.min() > 0:
            return
        worst = int(np.flatnonzero(factors.perm_c == np.argmin(pivots))[0])
    raise MbfmuError(f"The mass matrix is indefinite: a motion that involves {model.at(worst)} has a negative mass.")


def refuse_held(model: FiniteElements) -> None:
    """Raise MbfmuError if motions of the rigid body have stiffness."""
    rigid = model.rigid()
    force = np.abs(model.K @ rigid)
    size = abs(model.K) @ np.abs(rigid)
    excess = np.where(size > 0, force / np.where(size > 0, size, 1.0), 0.0)
    coordinate, motion = np.unravel_index(np.argmax(excess), excess.shape)
    if excess[coordinate, motion] > ROUNDED:
        motions = ("along x", "along y", "along z", "about x", "about y", "about z")
        raise MbfmuError(
            f"The stiffness matrix resists a motion of the whole body {motions[motion]}, most at {model.at(int(coordinate))}. Nodes may be in "
            f"another order than its rows, or in other units than its rotations, or supports may hold the body: leave these out."
        )
