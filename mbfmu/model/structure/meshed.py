"""What meshes of all kinds have in common on their way to elastic data: interfaces, places of stress, temperature fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array, ElasticData, StressPlace, Surface, ThermalField
from .finite_elements import FiniteElements, extent
from .reduction import Heat, reduced
from .temperatures import Temperature, with_locked

Where = str | ArrayLike | Callable[[Array], Array]
NO_PLACES: Mapping[str, ArrayLike] = {}


class Meshed(Protocol):
    """Finite elements with a surface."""

    def model(self) -> FiniteElements:
        """Stiffness and mass."""

    def stiffening(self, u: Array, T: Array) -> Array:
        """Geometric stiffness (l, n, n) along modes T (N, n) by the stress of displacements u (N, l)."""

    def surface(self, T: Array) -> Surface:
        """The surface, with its stress, by modes T (N, n)."""

    def thermal_load(self, name: str, temperature: Temperature) -> Array:
        """Forces (N,) of a temperature field."""

    def thermal_stiffening(self, temperatures: Mapping[str, Temperature], u: Array, T: Array) -> Array:
        """Geometric stiffness by the stress of temperature fields, each with its displacements u (N, l)."""

    def locked_stress(self, name: str, temperature: Temperature) -> Array:
        """Stress (p, 6) [Pa] that a temperature field locks in at the vertices of the undeformed surface."""


def mesh_data(
    elements: Meshed,
    interfaces: Mapping[str, Array],
    modes: int,
    highest: float | None,
    stress_at: Mapping[str, ArrayLike],
    temperatures: Mapping[str, Temperature],
) -> ElasticData:
    """The elastic data of finite elements with a surface; `interfaces` are numbers of nodes by name."""

    def seen(T: Array) -> tuple[dict[str, StressPlace], Surface]:
        surface = elements.surface(T)
        return {name: StressPlace(surface.vertices[k], surface.sigma[k]) for name, k in nearest(surface, stress_at).items()}, surface  # type: ignore[index]

    def with_stress(fields: Mapping[str, ThermalField], beyond: Array) -> dict[str, ThermalField]:
        if not fields:
            return {}
        rest = elements.surface(beyond)
        places = nearest(rest, stress_at)
        return {
            name: with_locked(field, rest, k, elements.locked_stress(name, temperatures[name]), places)
            for k, (name, field) in enumerate(fields.items())
        }

    loads = {name: elements.thermal_load(name, given) for name, given in temperatures.items()}
    heat = Heat(loads, with_stress, lambda u, T: elements.thermal_stiffening(temperatures, u, T))
    return reduced(elements.model(), interfaces, modes, highest, elements.stiffening, seen, heat)


def vertices_of(x: Array, names: Mapping[str, Array], name: str, where: Where) -> Array:
    """Numbers of the vertices of an interface of a mesh with vertices x (p, 3) [m] and `names` of sets of them."""
    if isinstance(where, str):
        if where not in names:
            raise MbfmuError(f"interfaces: the mesh has no node set {where!r}. It has {', '.join(map(repr, names)) or 'none'}.")
        return names[where]
    chosen = np.asarray(where(x) if callable(where) else where)
    if chosen.dtype == bool:
        chosen = np.flatnonzero(chosen)
    if chosen.ndim == 1 and len(chosen) and not np.issubdtype(chosen.dtype, np.integer):
        raise MbfmuError(
            f"interfaces: {name!r} must be whole numbers of vertices, or a function of their positions that tells which, not {chosen[0]}."
        )
    if chosen.ndim != 1 or not len(chosen) or chosen.min() < 0 or chosen.max() >= len(x):
        raise MbfmuError(f"interfaces: {name!r} has no vertices of the mesh, which has {len(x)}.")
    return chosen.astype(int)


def nearest(surface: Surface, places: Mapping[str, ArrayLike]) -> dict[str, int]:
    """The vertices of a surface that are nearest to places by name. Raises MbfmuError for a place that is farther away than the body is large."""
    found, size = {}, extent(surface.vertices)
    for name, at in places.items():
        distances = np.linalg.norm(surface.vertices - np.asarray(at, dtype=float), axis=1)
        found[name] = int(np.argmin(distances))
        if not distances[found[name]] <= size:
            raise MbfmuError(
                f"stress_at: {name!r} is {distances.min():.4g} m away from the body, which is {size:.4g} m long: places are in metres, "
                "whatever the unit of the mesh."
            )
    return found
