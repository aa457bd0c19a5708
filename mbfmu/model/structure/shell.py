"""Flexible bodies from meshes of plates and shells: their middle surface with thickness, reduced to modes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfmu.base.errors import MbfmuError

from ..sections import Material
from .elastic_data import Array, ElasticData
from .finite_elements import extent
from .meshed import NO_PLACES, Where, mesh_data, vertices_of
from .shell_curvature import warn_of_coarse_elements
from .shell_surface import SeenShell
from .surface_mesh import SurfaceMesh, named, read_surface
from .temperatures import NO_TEMPERATURES, Temperature, refuse_no_expansion

Thickness = float | Mapping[str, float] | Callable[[Array], ArrayLike]


def shell_data(
    mesh: Any,
    material: Material,
    thickness: Thickness,
    interfaces: Mapping[str, Where],
    *,
    unit: float | None = None,
    modes: int = 12,
    highest: float | None = None,
    stress_at: Mapping[str, ArrayLike] = NO_PLACES,
    temperatures: Mapping[str, Temperature] = NO_TEMPERATURES,
) -> ElasticData:
    """The elastic data of a plate or shell, flat or folded in space, free, in natural modes of unit mass.

    `mesh` is a file that meshio reads, a meshio.Mesh or a SurfaceMesh, of triangles and quadrilaterals in the middle of the plates, joined at their
    nodes. Its lengths are `unit` metres, 1e-3 for millimetres. `thickness` [m] is one for all, or by the names of element sets and physical groups,
    or a function of the centres x (e, 3) [m] of elements that gives (e,). `interfaces` are nodes that move rigidly and become a node in their middle:
    each is the name of a node set or physical group, numbers of vertices, or a function of positions x (p, 3) [m] that tells which belong. One
    vertex is enough. `modes` and `highest` are as in `beam_data`. Stress is known all over both faces and, by name, at the vertices of these nearest
    to the positions `stress_at` [m]. `temperatures` are as in `solid_data`, linear through the thickness.
    Needs the extra mbfmu[fe] for meshes of meshio. Raises MbfmuError for meshes, thicknesses and interfaces that make no body, and says where;
    warns of slits, and of elements that are too long for a thin shell that curves in two directions.
    Source: Felippa (2003), membrane with drilling rotations; Katili (1993), plate with shear.
    """
    refuse_no_expansion(temperatures, material)
    surface = read_surface(mesh, unit)
    faces = {name: vertices_of(surface.vertices, surface.names, name, where) for name, where in interfaces.items()}
    h = thickness_of(surface, thickness)
    warn_of_coarse_elements(surface, h)
    elements = SeenShell(surface, h, material, list(faces.values()))
    return mesh_data(elements, faces, modes, highest, stress_at, temperatures)


def thickness_of(mesh: SurfaceMesh, given: Thickness) -> Array:
    """The thickness (e,) [m] of each element. Raises MbfmuError with the element whose thickness is missing, not positive or larger than the body."""
    h = np.full(mesh.count, np.nan)
    if isinstance(given, Mapping):
        for name, value in given.items():
            if name not in mesh.groups:
                raise MbfmuError(f"thickness: the mesh has no element set {name!r}. It has {', '.join(map(repr, mesh.groups)) or 'none'}.")
            h[mesh.groups[name]] = value
        if np.isnan(h).any():
            raise MbfmuError(f"thickness: {named(mesh, int(np.argmax(np.isnan(h))))} is in none of the sets {', '.join(map(repr, given))}.")
    else:
        found = np.asarray(given(mesh.centres) if callable(given) else given, dtype=float)
        if found.shape not in ((), (mesh.count,)):
            raise MbfmuError(f"thickness: the function gave {found.shape} for the centres of {mesh.count} elements, and must give one for each.")
        h[:] = found
    size = extent(mesh.vertices)
    wrong = np.flatnonzero(~((h > 0) & (h < size)))
    if len(wrong):
        value = h[wrong[0]]
        why = f"larger than the whole body ({size:g} m): thickness is in metres, whatever the unit of the mesh" if value > 0 else "not positive"
        raise MbfmuError(f"thickness: {named(mesh, int(wrong[0]))} has {value:g} m, which is {why}.")
    return h
