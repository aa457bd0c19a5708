"""Flexible bodies from meshes of solids and plates: quadratic elements by scikit-fem, reduced to modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfmu.base.errors import MbfmuError

from ..sections import Material
from .elastic_data import Array, ElasticData, StressPlace, Surface
from .mesh_file import SolidMesh, read_mesh
from .reduction import reduced
from .solid_elements import SolidElements

Where = str | ArrayLike | Callable[[Array], Array]
NO_PLACES: Mapping[str, ArrayLike] = {}


def solid_data(
    mesh: Any,
    material: Material,
    interfaces: Mapping[str, Where],
    *,
    unit: float | None = None,
    modes: int = 12,
    highest: float | None = None,
    stress_at: Mapping[str, ArrayLike] = NO_PLACES,
) -> ElasticData:
    """The elastic data of a solid, free in space, in natural modes of unit mass.

    `mesh` is a file that meshio reads, or a meshio.Mesh, of tetrahedra or hexahedra; its lengths are `unit` metres, 1e-3 for millimetres.
    Displacements are quadratic, so one layer of hexahedra bends as a plate. `interfaces` are faces that move rigidly and become nodes in their
    middle: each is the name of a node set or physical group, numbers of vertices, or a function of positions x (p, 3) [m] that tells which belong.
    `modes` and `highest` are as in `beam_data`. Stress is known all over the surface and, by name, at the vertices of the surface nearest to the
    positions `stress_at` [m]. Needs the extra mbfmu[fe]. Raises MbfmuError for meshes and interfaces that make no body.
    """
    solid = read_mesh(mesh, unit)
    elements = SolidElements(solid, material)
    faces = {name: elements.nodes_of(name, vertices_of(solid, name, where)) for name, where in interfaces.items()}

    def seen(T: Array) -> tuple[dict[str, StressPlace], Surface]:
        surface = elements.surface(T)
        return {name: nearest(surface, np.asarray(at, dtype=float)) for name, at in stress_at.items()}, surface

    return reduced(elements.model(), faces, modes, highest, elements.stiffening, seen)


def vertices_of(mesh: SolidMesh, name: str, where: Where) -> Array:
    """Numbers of the vertices of an interface."""
    if isinstance(where, str):
        if where not in mesh.names:
            raise MbfmuError(f"interfaces: the mesh has no node set {where!r}. It has {', '.join(map(repr, mesh.names)) or 'none'}.")
        return mesh.names[where]
    chosen = np.asarray(where(mesh.vertices) if callable(where) else where)
    if chosen.dtype == bool:
        chosen = np.flatnonzero(chosen)
    if chosen.ndim != 1 or not len(chosen) or chosen.min() < 0 or chosen.max() >= len(mesh.vertices):
        raise MbfmuError(f"interfaces: {name!r} has no vertices of the mesh, which has {len(mesh.vertices)}.")
    return chosen.astype(int)


def nearest(surface: Surface, place: Array) -> StressPlace:
    """The stress at the vertex of a surface that is nearest."""
    at = int(np.argmin(np.linalg.norm(surface.vertices - place, axis=1)))
    return StressPlace(surface.vertices[at], surface.sigma[at])  # type: ignore[index]
