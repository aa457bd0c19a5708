"""Meshes of solids: read from files of other tools, in metres, of one piece, with the names of their nodes."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .finite_elements import refuse_size

KINDS = {"tetra": 4, "tetra10": 10, "hexahedron": 8, "hexahedron20": 20, "hexahedron27": 27}
NEEDS = 'Flexible bodies from meshes need the packages scikit-fem and meshio: pip install "mbfmu[fe]"'


@dataclass(frozen=True, eq=False)
class SolidMesh:
    """Tetrahedra or hexahedra with straight edges."""

    vertices: Array  # (p, 3) [m]
    elements: Array  # (e, 4) or (e, 8), in the order of meshio
    names: Mapping[str, Array]  # numbers of vertices by the names of node sets and physical groups


def read_mesh(mesh: Any, unit: float | None = None) -> SolidMesh:
    """A mesh from a file that meshio reads, or from a meshio.Mesh, whose lengths are `unit` metres.

    Nodes in the middle of edges are left out. Raises MbfmuError for meshes without solids, of several kinds or pieces, and with flat elements.
    """
    try:
        import meshio
    except ImportError:
        raise MbfmuError(NEEDS) from None
    where = "The mesh" if isinstance(mesh, meshio.Mesh) else str(mesh)
    if not isinstance(mesh, meshio.Mesh):
        if not Path(mesh).is_file():
            raise MbfmuError(f"{mesh}: there is no such file.")
        told = io.StringIO()  # meshio prints the formats that it tries, and leaves the program where none fits
        try:
            with redirect_stdout(told), redirect_stderr(told):
                mesh = meshio.read(mesh)
        except (Exception, SystemExit) as error:
            words = " ".join(told.getvalue().split()) or str(error)
            raise MbfmuError(f"{mesh}: meshio cannot read the mesh ({words}).") from None
    kinds = sorted({block.type for block in mesh.cells if block.type in KINDS})
    if len(kinds) != 1:
        found = ", ".join(sorted({block.type for block in mesh.cells})) or "nothing"
        raise MbfmuError(f"{where}: a flexible body is a mesh of one kind of {', '.join(KINDS)}; there is {found}.")
    corners = 4 if kinds[0].startswith("tetra") else 8
    elements = np.concatenate([block.data for block in mesh.cells if block.type == kinds[0]])[:, :corners]
    x = np.asarray(mesh.points, dtype=float) * (1.0 if unit is None else unit)
    if elements.min() < 0 or elements.max() >= len(x):
        raise MbfmuError(f"{where}: an element names node {int(elements.max())} (counted from 0), and there are {len(x)}.")
    used, numbered = np.unique(elements, return_inverse=True)
    made = SolidMesh(x[used], numbered.reshape(elements.shape), names_of(mesh, used))
    refuse_size(made.vertices, unit)
    refuse_pieces(made, where)
    refuse_flat(made, where)
    return made


def names_of(mesh: Any, used: Array) -> dict[str, Array]:
    """Vertices of node sets and of sets of cells, which gmsh calls physical groups."""
    back = np.full(len(mesh.points), -1)
    back[used] = np.arange(len(used))
    found = {name: np.asarray(nodes, dtype=int) for name, nodes in mesh.point_sets.items()}
    for name, blocks in mesh.cell_sets.items():
        nodes = [mesh.cells[k].data[cells].ravel() for k, cells in enumerate(blocks) if cells is not None and len(cells)]
        if nodes and name not in found and not name.startswith("gmsh:"):
            found[name] = np.unique(np.concatenate(nodes))
    physical = mesh.cell_data.get("gmsh:physical")
    for name, (tag, dimension) in mesh.field_data.items() if physical is not None else ():
        nodes = [block.data[tags == tag].ravel() for block, tags in zip(mesh.cells, physical) if block.dim == dimension]
        found.setdefault(name, np.unique(np.concatenate(nodes)) if nodes else np.zeros(0, dtype=int))
    return {name: back[nodes][back[nodes] >= 0] for name, nodes in found.items()}


def refuse_pieces(mesh: SolidMesh, where: str) -> None:
    """Raise MbfmuError if some elements share no vertices with the others."""
    first, rest = np.repeat(mesh.elements[:, 0], mesh.elements.shape[1] - 1), mesh.elements[:, 1:].ravel()
    count, piece = connected_components(coo_matrix((np.ones(len(first)), (first, rest)), shape=(len(mesh.vertices),) * 2), directed=False)
    if count > 1:
        sizes = np.bincount(piece)
        place = mesh.vertices[piece == np.argmin(sizes)].mean(axis=0)
        raise MbfmuError(
            f"{where}: the mesh has {count} pieces that share no nodes. The smallest has {sizes.min()} of {len(piece)} nodes, about "
            f"({', '.join(f'{value:.4g}' for value in place)}) m. Merge nodes at the same place, or leave it out."
        )


def refuse_flat(mesh: SolidMesh, where: str) -> None:
    """Raise MbfmuError if an element has no volume."""
    at = mesh.vertices[mesh.elements]
    last = (1, 2, 3) if mesh.elements.shape[1] == 4 else (1, 3, 4)
    edges = [at[:, k] - at[:, 0] for k in last]
    volume = np.abs(np.einsum("ei,ei->e", edges[0], np.cross(edges[1], edges[2])))
    flat = int(np.argmin(volume))
    if volume[flat] < 1e-9 * np.median(volume):
        place = at[flat].mean(axis=0)
        raise MbfmuError(f"{where}: element {flat + 1} at ({', '.join(f'{value:.4g}' for value in place)}) m has no volume.")
