"""How meshes deform in the glTF: morph targets, and their weights over time."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
import trimesh

from ..base.errors import MbfmuError
from ..scene.shapes import Deformable

UNSEEN = 1e-4  # of the mechanism's size: modes that together move nothing further are left out
UNFELT = 1e-3  # of the largest stress by one mode: modes that together cause no more change no colour
LOOKS = 200  # times at which the largest stress is looked for
LARGE = 0.5  # times the size of a body: modes describe no deformations so large
PIECES = "original_components"  # of a mesh whose edges are sharp, in its metadata: the faces of each smooth piece
ABSURD = 1e6  # the same: there is nothing to be seen


@dataclass(frozen=True)
class Deformation:
    """How a mesh deforms: its vertices (p, 3) move by the sum of `targets` (n, p, 3) [m] times `weights` (times, n).

    `stress` (n, p, 6) [Pa] is that by each target, None if unknown; `names` (n,) are the numbers of outputs that the weights are. `damage` (p,) is
    that of the whole run, None if nobody asked for it.
    """

    targets: np.ndarray
    weights: np.ndarray
    names: tuple[str, ...]
    stress: np.ndarray | None
    damage: np.ndarray | None = None

    def at(self, times: np.ndarray, vertices: slice) -> np.ndarray:
        """How far some vertices move at some times (times, vertices, 3), these by their numbers."""
        return np.tensordot(self.weights[times], self.targets[:, vertices], axes=1)

    def largest_stress(self) -> float:
        """The largest von Mises stress [Pa] over some of the times; 0 if none is known."""
        if self.stress is None or not len(self.stress):
            return 0.0
        rows = np.unique(np.linspace(0, len(self.weights) - 1, LOOKS).astype(int))
        weights = self.weights.astype(self.stress.dtype)  # else each row converts all stress
        return max(float(von_mises(np.tensordot(weights[row], self.stress, axes=1)).max()) for row in rows)


def von_mises(stress: np.ndarray) -> np.ndarray:
    """The equivalent stress (p,) of xx, yy, zz, xy, yz, zx (p, 6), by von Mises."""
    xx, yy, zz, xy, yz, zx = stress.T
    return np.sqrt(((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2 + 3 * (xy**2 + yz**2 + zx**2))


def deformation(
    mesh: trimesh.Trimesh, shape: Deformable, weights: np.ndarray, size: float, stressed: bool = False, damage: np.ndarray | None = None
) -> Deformation:
    """The deformation of the mesh of a shape at weights (times, n), in a mechanism of a `size` [m], with stress if it is wanted.

    `damage` (p,) is that at the vertices of the shape.

    Raises MbfmuError if it deforms beyond all measure, warns of deformations too large for modes.
    """
    modes = shape.modes.array
    moved = np.abs(weights).max(axis=0) * np.sqrt(np.einsum("kpi,kpi->kp", modes, modes)).max(axis=1)
    _measured(shape, float(moved.max()))
    stress = shape.stress.array if stressed and shape.stress else None
    counts = _together(moved, UNSEEN * size)
    if stress is not None:
        felt = np.abs(weights).max(axis=0) * np.abs(stress).max(axis=(1, 2))
        counts |= _together(felt, UNFELT * felt.max())
    kept = np.flatnonzero(counts)
    numbers = _numbers(mesh, shape)
    return Deformation(
        targets=modes[np.ix_(kept, numbers)],
        weights=weights[:, kept],
        names=tuple(f"{shape.weights}[{k + 1}]" for k in kept),
        stress=None if stress is None else stress[np.ix_(kept, numbers)],
        damage=None if damage is None else damage[numbers],
    )


def _together(shares: np.ndarray, least: float) -> np.ndarray:
    """Whether each of some shares counts (n,): those that do not are together at most `least`."""
    order = np.argsort(shares)
    counts = np.empty(len(shares), dtype=bool)
    counts[order] = np.cumsum(shares[order]) > least
    return counts


def _measured(shape: Deformable, most: float) -> None:
    """Refuses and warns of deformations by up to `most` [m] that cannot be."""
    extent = float(np.ptp(shape.vertices, axis=0).max())
    body = shape.weights.removesuffix(".mean_axes.e")
    if not most <= ABSURD * extent:
        raise MbfmuError(
            f"{body} deforms by {most:.3g} m, and is {extent:.3g} m long: there is nothing to see. Look at the elastic coordinates {body}.e"
        )
    if most > LARGE * extent:
        warnings.warn(
            f"{body} deforms by up to {most:.3g} m, and is {extent:.3g} m long: its modes describe small deformations",
            stacklevel=2,
        )


def _numbers(mesh: trimesh.Trimesh, shape: Deformable) -> np.ndarray:
    """Which vertices of a shape those of its mesh are, of which there are several where edges are sharp."""
    pieces = mesh.metadata.get(PIECES)
    if pieces is None:
        return np.arange(len(shape.vertices))
    numbers = np.empty(len(mesh.vertices), dtype=int)
    numbers[mesh.faces] = np.array(shape.triangles)[np.concatenate(pieces)]
    return numbers
