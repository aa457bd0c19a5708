"""Flexible bodies from meshes of solids and plates: quadratic elements by scikit-fem, reduced to modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfmu.base.errors import MbfmuError

from ..sections import Material
from .elastic_data import Array, ElasticData, StressPlace, Surface, ThermalField
from .mesh_file import SolidMesh, read_mesh
from .reduction import Heat, reduced
from .solid_elements import SolidElements
from .temperatures import NO_TEMPERATURES, Temperature, refuse_no_expansion, temperatures_at, with_locked

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
    temperatures: Mapping[str, Temperature] = NO_TEMPERATURES,
) -> ElasticData:
    """The elastic data of a solid, free in space, in natural modes of unit mass.

    `mesh` is a file that meshio reads, or a meshio.Mesh, of tetrahedra or hexahedra; its lengths are `unit` metres, 1e-3 for millimetres.
    Displacements are quadratic, so one layer of hexahedra bends as a plate. `interfaces` are faces that move rigidly and become nodes in their
    middle: each is the name of a node set or physical group, numbers of vertices, or a function of positions x (p, 3) [m] that tells which belong.
    `modes` and `highest` are as in `beam_data`. Stress is known all over the surface and, by name, at the vertices of the surface nearest to the
    positions `stress_at` [m]. `temperatures` are fields for a ThermalLoad by name: a number, or a function of positions x (p, 3) [m] that gives (p,).
    Needs the extra mbfmu[fe]. Raises MbfmuError for meshes and interfaces that make no body.
    """
    refuse_no_expansion(temperatures, material)
    solid = read_mesh(mesh, unit)
    elements = SolidElements(solid, material)
    faces = {name: elements.nodes_of(name, vertices_of(solid, name, where)) for name, where in interfaces.items()}

    def seen(T: Array) -> tuple[dict[str, StressPlace], Surface]:
        surface = elements.surface(T)
        return {name: nearest(surface, np.asarray(at, dtype=float)) for name, at in stress_at.items()}, surface

    def with_stress(fields: Mapping[str, ThermalField], beyond: Array) -> dict[str, ThermalField]:
        rest = seen(beyond) if fields else ({}, None)
        locked = {
            name: lambda x, name=name, given=given: elements.locked_stress(temperatures_at(name, given, x)) for name, given in temperatures.items()
        }
        return {name: with_locked(field, rest, k, locked[name]) for k, (name, field) in enumerate(fields.items())}

    def stiffening(names: Sequence[str], u: Array, T: Array) -> Array:
        return elements.stiffening(u, T, np.stack([elements.locked_pressure(name, temperatures[name]) for name in names], axis=-1))

    heat = Heat({name: elements.thermal_load(name, given) for name, given in temperatures.items()}, with_stress, stiffening)
    return reduced(elements.model(), faces, modes, highest, elements.stiffening, seen, heat)


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
