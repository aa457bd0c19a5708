"""Mass, centre of mass and inertia of rigid bodies from closed surfaces."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .finite_elements import refuse_size


@dataclass(frozen=True, eq=False)
class MassProperties:
    """What a Body needs: `Body(m=p.m, r_CM=p.r_CM, I=p.I)`."""

    m: float  # [kg]
    r_CM: Array  # (3,) from the origin of the mesh [m]
    I: Array  # (6,) about the centre of mass: 11, 22, 33, 21, 31, 32 [kg.m2]


def mass_properties(mesh: Any, density: float, unit: float | None = None) -> MassProperties:
    """Mass, centre and inertia of a solid of one density [kg/m3] inside a closed surface.

    `mesh` is a file that trimesh reads, such as STL, OBJ, PLY and GLB, and STEP with the package cascadio; or a trimesh.Trimesh. Its lengths are
    `unit` metres, 1e-3 for millimetres; STEP files say their unit themselves. Several closed surfaces add up, and one inside another is a hole if it
    is turned inside out. Raises MbfmuError for surfaces that are not closed, and says where.
    """
    if not 0 < density < np.inf:
        raise MbfmuError(f"density is {density:g} kg/m3, and must be positive.")
    if is_step(mesh) and unit is not None:
        raise MbfmuError(f"{mesh}: unit is {unit:g}, but STEP files say their unit themselves. Leave it out.")
    where, surface = loaded(mesh)
    refuse_open(where, surface)
    x = np.asarray(surface.vertices, dtype=float) * (1.0 if unit is None else unit)
    refuse_size(x, unit)
    volume, first, second = integrals(x[np.asarray(surface.faces)])
    if volume < 0:  # seen from inside
        volume, first, second = -volume, -first, -second
    if not volume > 1e-12 * np.ptp(x, axis=0).max() ** 3:
        raise MbfmuError(f"{where}: the surface encloses no volume.")
    centre = first / volume
    about = second - volume * np.outer(centre, centre)
    inertia = density * (np.trace(about) * np.eye(3) - about)
    return MassProperties(float(density * volume), centre, inertia[[0, 1, 2, 1, 2, 2], [0, 1, 2, 0, 0, 1]])


def is_step(mesh: Any) -> bool:
    """Whether it is the path of a STEP file."""
    return isinstance(mesh, str | Path) and Path(mesh).suffix.lower() in (".step", ".stp")


def loaded(mesh: Any) -> tuple[str, Any]:
    """The name of a surface for messages, and it as a trimesh.Trimesh, whose vertices at one place are one."""
    import trimesh

    if isinstance(mesh, trimesh.Trimesh):
        return "the mesh", mesh
    if not Path(mesh).is_file():
        raise MbfmuError(f"{mesh}: there is no such file.")
    try:
        surface = trimesh.load_mesh(mesh)
    except Exception as error:  # trimesh raises many kinds
        advice = " STEP needs the package cascadio." if is_step(mesh) else ""
        raise MbfmuError(f"{mesh}: trimesh cannot read the mesh ({error}).{advice}") from None
    surface = surface.to_mesh() if isinstance(surface, trimesh.Scene) else surface
    if not isinstance(surface, trimesh.Trimesh) or not len(surface.faces):
        raise MbfmuError(f"{mesh}: there are no triangles.")
    surface.merge_vertices(merge_tex=True, merge_norm=True)
    return str(mesh), surface


def refuse_open(where: str, surface: Any) -> None:
    """Raise MbfmuError unless each edge belongs to two triangles that run along it in opposite directions."""
    edges, count = np.unique(np.sort(surface.edges, axis=1), axis=0, return_counts=True)
    odd = np.flatnonzero(count % 2)
    if len(odd):
        place = surface.vertices[edges[odd[0]]].mean(axis=0)
        raise MbfmuError(
            f"{where}: the surface is not closed: {len(odd)} of {len(edges)} edges have a triangle on one side only, the first about "
            f"({', '.join(f'{value:.4g}' for value in place)}) in the lengths of the file. Close it in CAD, or give mass and inertia by numbers."
        )
    if not surface.is_winding_consistent:
        raise MbfmuError(
            f"{where}: some triangles of the surface are turned inside out beside their neighbours. Repair it, with trimesh.repair for example."
        )


def integrals(triangles: Array) -> tuple[float, Array, Array]:
    """Volume, first (3,) and second moments (3, 3) about the origin, of tetrahedra from the origin to triangles (q, 3, 3)."""
    volumes = np.einsum("qi,qi->q", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6
    sums = triangles.sum(axis=1)
    second = np.einsum("q,qi,qj->ij", volumes, sums, sums) + np.einsum("q,qki,qkj->ij", volumes, triangles, triangles)
    return float(volumes.sum()), volumes @ sums / 4, second / 20
