"""Meshes read from files of other tools, in metres, of one piece, with the names of their nodes; of solids."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .finite_elements import refuse_size

KINDS = {"tetra": 4, "tetra10": 10, "hexahedron": 8, "hexahedron20": 20, "hexahedron27": 27}
FLAT = 1e-12  # of the cube of the longest edge, as most elements have it: the least volume of an element
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
    where, mesh = opened(mesh)
    kinds = sorted({block.type for block in mesh.cells if block.type in KINDS})
    if len(kinds) != 1:
        found = ", ".join(sorted({block.type for block in mesh.cells})) or "nothing"
        raise MbfmuError(f"{where}: a flexible body is a mesh of one kind of {', '.join(KINDS)}; there is {found}.")
    corners = 4 if kinds[0].startswith("tetra") else 8
    elements = np.concatenate([block.data for block in mesh.cells if block.type == kinds[0]])[:, :corners]
    x, (elements,), back = located(mesh.points, [elements], where, unit)
    made = SolidMesh(x, elements, names_of(mesh, back))
    refuse_pieces(x, elements, where)
    refuse_flat(made, where)
    return made


def opened(mesh: Any) -> tuple[str, Any]:
    """The name of a mesh for messages, and it as a meshio.Mesh. Raises MbfmuError for files that meshio cannot read."""
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
            raise MbfmuError(f"{mesh}: meshio cannot read the mesh ({words}). It may be cut off, or without elements: write it again.") from None
    return where, mesh


def located(points: ArrayLike, cells: Sequence[Array], where: str, unit: float | None) -> tuple[Array, list[Array], Array]:
    """Vertices (p, 3) [m] that belong to cells, the cells by numbers of these, and the vertex of each point, -1 for none."""
    x = np.asarray(points, dtype=float) * (1.0 if unit is None else unit)
    x = np.pad(x, ((0, 0), (0, 3 - x.shape[1])))  # of meshes in a plane
    every = np.concatenate([of.ravel() for of in cells])
    lacking = every[(every < 0) | (every >= len(x))]
    if len(lacking):
        raise MbfmuError(f"{where}: an element names node {int(lacking[0])} (counted from 0), and there are {len(x)}.")
    used, numbered = np.unique(every, return_inverse=True)
    lost = np.flatnonzero(~np.isfinite(x[used]).all(axis=1))
    if len(lost):
        raise MbfmuError(f"{where}: node {int(used[lost[0]])} (counted from 0) is at no finite place.")
    refuse_size(x[used], unit)
    back = np.full(len(x), -1)
    back[used] = np.arange(len(used))
    ends = np.cumsum([of.size for of in cells])[:-1]
    return x[used], [part.reshape(of.shape) for part, of in zip(np.split(numbered.ravel(), ends), cells)], back


def words_of(place: Array) -> str:
    """A place (3,) [m] for messages."""
    return f"({', '.join(f'{value:.4g}' for value in place)}) m"


def names_of(mesh: Any, back: Array) -> dict[str, Array]:
    """Vertices of node sets and of sets of cells, which gmsh calls physical groups, by the vertices `back` of points."""
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


def refuse_pieces(x: Array, elements: Array, where: str) -> None:
    """Raise MbfmuError if some of the elements (e, c) share no vertices with the others."""
    first, rest = np.repeat(elements[:, 0], elements.shape[1] - 1), elements[:, 1:].ravel()
    count, piece = connected_components(coo_matrix((np.ones(len(first)), (first, rest)), shape=(len(x),) * 2), directed=False)
    if count > 1:
        sizes = np.bincount(piece)
        raise MbfmuError(
            f"{where}: the mesh has {count} pieces that share no nodes. The smallest has {sizes.min()} of {len(piece)} nodes, about "
            f"{words_of(x[piece == np.argmin(sizes)].mean(axis=0))}. Merge nodes at the same place, or leave it out."
        )


def refuse_flat(mesh: SolidMesh, where: str) -> None:
    """Raise MbfmuError if an element has no volume."""
    at = mesh.vertices[mesh.elements]
    last = (1, 2, 3) if mesh.elements.shape[1] == 4 else (1, 3, 4)
    edges = [at[:, k] - at[:, 0] for k in last]
    volume = np.abs(np.einsum("ei,ei->e", edges[0], np.cross(edges[1], edges[2])))
    flat, usual = int(np.argmin(volume)), np.median(np.max([np.linalg.norm(edge, axis=1) for edge in edges], axis=0) ** 3)
    if volume[flat] < FLAT * usual:
        raise MbfmuError(f"{where}: element {flat + 1} at {words_of(at[flat].mean(axis=0))} has no volume.")
