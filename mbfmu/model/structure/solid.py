"""Flexible bodies from meshes of solids: quadratic elements by scikit-fem, reduced to modes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import ArrayLike

from ..sections import Material
from .elastic_data import ElasticData
from .mesh_file import read_mesh
from .meshed import NO_PLACES, Where, mesh_data, vertices_of
from .solid_elements import SolidElements
from .temperatures import NO_TEMPERATURES, Temperature, refuse_no_expansion


def solid_data(
    mesh: Any,
    material: Material,
    interfaces: Mapping[str, Where],
    *,
    unit: float | None = None,
    modes: int = 12,
    highest: float | None = None,
    stress_at: Mapping[str, ArrayLike] = NO_PLACES,
    temperatures: Mapping[str, Temperature] = NO_TEMPERATURES,
) -> ElasticData:
    """The elastic data of a solid, free in space, in natural modes of unit mass.

    `mesh` is a file that meshio reads, or a meshio.Mesh, of tetrahedra or hexahedra; its lengths are `unit` metres, 1e-3 for millimetres.
    Displacements are quadratic. `interfaces` are faces that move rigidly and become nodes in their
    middle: each is the name of a node set or physical group, numbers of vertices, or a function of positions x (p, 3) [m] that tells which belong.
    `modes` and `highest` are as in `beam_data`. Stress is known all over the surface and, by name, at the vertices of the surface nearest to the
    positions `stress_at` [m]. `temperatures` are fields for a ThermalLoad by name: a number, or a function of positions x (p, 3) [m] that gives (p,).
    Needs the extra mbfmu[fe]. Raises MbfmuError for meshes and interfaces that make no body.
    """
    refuse_no_expansion(temperatures, material)
    solid = read_mesh(mesh, unit)
    elements = SolidElements(solid, material)
    faces = {name: elements.nodes_of(name, vertices_of(solid.vertices, solid.names, name, where)) for name, where in interfaces.items()}
    return mesh_data(elements, faces, modes, highest, stress_at, temperatures)
