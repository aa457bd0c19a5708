"""Meshes of surfaces: triangles and quadrilaterals in space, of one piece, joined at their nodes."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from .elastic_data import Array
from .mesh_file import located, names_of, opened, refuse_pieces, words_of

TRIANGLES, QUADRILATERALS = ("triangle", "triangle6"), ("quad", "quad8", "quad9")
SOLIDS = ("tetra", "hexahedron", "wedge", "pyramid")
THIN = 0.01  # of the longest side: the least height of a triangle, and of the triangles at the corners of a quadrilateral
TOUCHING = 1e-4  # of an element's size: how near to it a node is on it


@one_line
@dataclass(frozen=True, eq=False)
class SurfaceMesh:
    """The middle surface of plates, as arrays: `SurfaceMesh(x, quadrilaterals=[[0, 1, 2, 3]])`.

    `vertices` (p, 3) are in metres, or in the `unit` that `shell_data` is given. `triangles` (t, 3) and `quadrilaterals` (q, 4) are numbers of
    vertices from 0, in order around each element, in either direction. Elements are numbered triangles first. `names` are numbers of vertices and
    `groups` numbers of elements by name, for interfaces and thicknesses.
    """

    vertices: Array
    triangles: Array = ()  # type: ignore[assignment]
    quadrilaterals: Array = ()  # type: ignore[assignment]
    names: Mapping[str, Array] = field(default_factory=dict)
    groups: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, corners, kind in (("vertices", 3, float), ("triangles", 3, int), ("quadrilaterals", 4, int)):
            given = np.asarray(getattr(self, name), dtype=float).reshape(-1, corners)
            if kind is int and (given % 1).any():
                raise MbfmuError(f"{name}: {given[given % 1 != 0][0]:g} is no whole number, and so no vertex.")
            object.__setattr__(self, name, given.astype(kind))

    @property
    def count(self) -> int:
        """The number of elements."""
        return len(self.triangles) + len(self.quadrilaterals)

    @cached_property
    def corners(self) -> Array:
        """(e, 4): the corners of each element, the last of a triangle twice."""
        return np.concatenate([self.triangles[:, [0, 1, 2, 2]], self.quadrilaterals])

    @cached_property
    def centres(self) -> Array:
        """(e, 3) [m]."""
        return np.concatenate([self.vertices[of].mean(axis=1) for of in (self.triangles, self.quadrilaterals)])

    @cached_property
    def normals(self) -> Array:
        """Unit normals (e, 3), seen from which the corners go counterclockwise."""
        x = self.vertices[self.corners]
        normals = np.cross(x[:, 2] - x[:, 0], x[:, 3] - x[:, 1])
        normals[: len(self.triangles)] = np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])[: len(self.triangles)]
        return normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)

    @cached_property
    def sides(self) -> tuple[Array, Array]:
        """Sides (s, 2) from corner to corner around each element, and the elements (s,) to which they belong."""
        of_triangles = self.triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
        of_quadrilaterals = self.quadrilaterals[:, [0, 1, 1, 2, 2, 3, 3, 0]].reshape(-1, 2)
        owners = np.repeat(np.arange(self.count), [3] * len(self.triangles) + [4] * len(self.quadrilaterals))
        return np.concatenate([of_triangles, of_quadrilaterals]), owners


def read_surface(mesh: Any, unit: float | None = None) -> SurfaceMesh:
    """A mesh from a file that meshio reads, a meshio.Mesh or a SurfaceMesh, whose lengths are `unit` metres.

    Nodes in the middle of sides and of no element are left out. Raises MbfmuError for meshes without surfaces, with solids, of several pieces, with
    distorted elements, and where elements touch without sharing their nodes, and warns of slits.
    """
    if isinstance(mesh, SurfaceMesh):
        where, cells = "The mesh", [mesh.triangles, mesh.quadrilaterals]
        if not mesh.count:
            raise MbfmuError("The mesh has neither triangles nor quadrilaterals.")
        x, (triangles, quadrilaterals), back = located(mesh.vertices, cells, where, unit)
        made = SurfaceMesh(x, triangles, quadrilaterals, {name: back[of][back[of] >= 0] for name, of in mesh.names.items()}, mesh.groups)
    else:
        where, mesh = opened(mesh)
        cells = surfaces_of(mesh, where)
        x, (triangles, quadrilaterals), back = located(mesh.points, cells, where, unit)
        made = SurfaceMesh(x, triangles, quadrilaterals, names_of(mesh, back), groups_of(mesh))
    refuse_pieces(x, made.corners, where)
    refuse_distorted(made, where)
    refuse_touching(made, where)
    warn_of_slits(made, where)
    return made


def surfaces_of(mesh: Any, where: str) -> list[Array]:
    """The triangles (t, 3) and quadrilaterals (q, 4) of a meshio.Mesh."""
    solid = next((block.type for block in mesh.cells if block.type.startswith(SOLIDS)), None)
    if solid is not None:
        raise MbfmuError(f"{where}: there is {solid}. Make a body of solids by solid_data; a shell is a mesh of its middle surface.")
    cells = [
        np.concatenate([np.zeros((0, corners), dtype=int), *(block.data[:, :corners] for block in mesh.cells if block.type in kinds)])
        for kinds, corners in ((TRIANGLES, 3), (QUADRILATERALS, 4))
    ]
    if not sum(map(len, cells)):
        found = ", ".join(sorted({block.type for block in mesh.cells})) or "nothing"
        raise MbfmuError(f"{where}: a shell is a mesh of {', '.join(TRIANGLES + QUADRILATERALS)}; there is {found}.")
    return cells


def groups_of(mesh: Any) -> dict[str, Array]:
    """Elements of sets of cells, which gmsh calls physical groups."""
    kinds = [block.type in TRIANGLES + QUADRILATERALS for block in mesh.cells]
    order = [
        *(k for k, block in enumerate(mesh.cells) if block.type in TRIANGLES),
        *(k for k, b in enumerate(mesh.cells) if b.type in QUADRILATERALS),
    ]
    first = dict(zip(order, np.cumsum([0, *(len(mesh.cells[k].data) for k in order)]).tolist()))
    found: dict[str, list[Array]] = {}
    for name, blocks in mesh.cell_sets.items():
        if not name.startswith("gmsh:"):
            found[name] = [first[k] + np.asarray(cells, dtype=int) for k, cells in enumerate(blocks) if cells is not None and kinds[k]]
    physical = mesh.cell_data.get("gmsh:physical")
    for name, (tag, dimension) in mesh.field_data.items() if physical is not None else ():
        if dimension == 2:
            found.setdefault(name, [first[k] + np.flatnonzero(tags == tag) for k, tags in enumerate(physical) if kinds[k]])
    return {name: np.concatenate(of) for name, of in found.items() if sum(map(len, of))}


def refuse_distorted(mesh: SurfaceMesh, where: str) -> None:
    """Raise MbfmuError for needles, and for quadrilaterals that are concave or whose sides cross."""
    x = mesh.vertices[mesh.corners]
    longest = np.linalg.norm(x - np.roll(x, 1, axis=1), axis=2).max(axis=1)
    height = np.full(mesh.count, np.inf)
    for k in range(4):  # the triangle at corner k, seen along the normal
        a, b, c = (x[:, i] for i in (k - 1, k, (k + 1) % 4))
        part = np.einsum("ei,ei->e", np.cross(b - a, c - b), mesh.normals) / np.maximum(longest, 1e-300)
        part[: len(mesh.triangles)] = part[: len(mesh.triangles)] if k == 1 else np.inf
        height = np.minimum(height, part)
    worst = int(np.argmin(height / np.maximum(longest, 1e-300)))
    if not height[worst] > THIN * longest[worst]:
        words = "is a needle or has no area" if worst < len(mesh.triangles) else "is concave, or a needle, or its corners are not in order around it"
        raise MbfmuError(f"{where}: {named(mesh, worst)} {words}.")


def refuse_touching(mesh: SurfaceMesh, where: str) -> None:
    """Raise MbfmuError where a node lies on an element, or on a side of it, and is none of its corners."""
    x = mesh.vertices[mesh.corners]
    size = np.linalg.norm(x - mesh.centres[:, None], axis=2).max(axis=1)
    near = cKDTree(mesh.vertices).query_ball_point(mesh.centres, size)
    element, node = np.repeat(np.arange(mesh.count), [len(of) for of in near]), np.concatenate(near).astype(int)
    other = (mesh.corners[element] != node[:, None]).all(axis=1)
    element, node = element[other], node[other]
    tolerance, normals = TOUCHING * size[element], mesh.normals[element]
    away = mesh.vertices[node][:, None] - x[element]  # from each corner
    on = (np.abs(np.einsum("pki,pi->pk", away, normals)).min(axis=1) < tolerance) & (np.linalg.norm(away, axis=2).min(axis=1) > tolerance)
    for k in range(4):
        side = x[element, (k + 1) % 4] - x[element, k]
        on &= np.einsum("pi,pi->p", np.cross(side, away[:, k]), normals) > -tolerance * np.linalg.norm(side, axis=1) - 1e-300
    if on.any():
        first = int(np.argmax(on))
        raise MbfmuError(
            f"{where}: a node at {words_of(mesh.vertices[node[first]])} lies on {named(mesh, int(element[first]))} and is none of its corners, so "
            f"nothing joins them there. Divide the element at this node."
        )


def warn_of_slits(mesh: SurfaceMesh, where: str) -> None:
    """Warn where free sides lie on each other without sharing their nodes."""
    sides, _ = mesh.sides
    _, back, count = np.unique(np.sort(sides, axis=1), axis=0, return_inverse=True, return_counts=True)
    ends = mesh.vertices[sides[count[back.ravel()] == 1]]
    if not len(ends):
        return
    middles, lengths = ends.mean(axis=1), np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    pairs = cKDTree(middles).query_pairs(TOUCHING * lengths.min(), output_type="ndarray")
    a, b = (ends[pairs[:, k], 1] - ends[pairs[:, k], 0] for k in (0, 1))
    on = pairs[np.abs(np.einsum("pi,pi->p", a, b)) > (1 - TOUCHING) * lengths[pairs].prod(axis=1)]
    if len(on):
        warnings.warn(
            f"{where}: along {len(on)} sides plates lie on each other without sharing nodes, the first at {words_of(middles[on[0, 0]])}. If this is "
            f"no slit, merge nodes at the same place.",
            stacklevel=4,
        )


def named(mesh: SurfaceMesh, element: int) -> str:
    """Words for an element."""
    t = len(mesh.triangles)
    kind, number = ("triangle", element) if element < t else ("quadrilateral", element - t)
    return f"{kind} {number + 1} at {words_of(mesh.centres[element])}"
