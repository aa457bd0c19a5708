"""Temperature fields over a flexible body: the temperature above that without stress, at its places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from mbfmu.base.errors import MbfmuError

from ..sections import Material
from .craig_bampton import HeldInterface
from .elastic_data import Array, Surface, ThermalField

Temperature = float | Callable[[Array], ArrayLike]  # the same everywhere, or of positions x (p, 3) [m]
NO_TEMPERATURES: Mapping[str, Any] = {}


def refuse_no_expansion(temperatures: Mapping[str, Any], material: Material) -> None:
    """Raise MbfmuError if there are temperatures and nothing that expands."""
    if temperatures and not material.alpha:
        raise MbfmuError("temperatures: the material does not expand, its alpha is 0 1/K. Give Material(..., alpha=1.2e-5) for steel.")


def temperatures_at(name: str, given: Temperature, x: Array) -> Array:
    """A temperature field (p,) at positions x (p, 3) [m]. Raises MbfmuError if it has other sizes or is not finite."""
    try:
        found = np.asarray(given(x) if callable(given) else given, dtype=float)
    except (TypeError, ValueError):
        found = np.full(1, np.nan)
    if found.shape not in ((), (len(x),)) or not np.isfinite(found).all():
        raise MbfmuError(
            f"temperatures: {name!r} must be a finite number, or a function of positions x (p, 3) [m] that returns (p,), such as "
            "lambda x: x[:, 2] / 0.1"
        )
    return np.broadcast_to(found, (len(x),))


def thermal_fields(
    held: HeldInterface, modes: Array, inside: Array, loads: Mapping[str, Array], nodes: Array
) -> tuple[dict[str, ThermalField], Array]:
    """Fields by their `loads` (N,) of 1 K in the modes `inside` (N, n), and the rest (N, l) of their deformations, in which coordinates `nodes` rest.

    `modes` (N, k) are those of them in which the interface rests. Where a node that is no interface takes part in the rest, the energy has it too.
    """
    columns = np.stack(list(loads.values()), axis=1) if loads else np.zeros((len(inside), 0))
    beyond, deformed = held.beyond(modes, columns), held.answer(columns, 6)
    shown = deformed - np.where(np.abs(beyond[nodes]).max(axis=0, initial=0.0) > 0.0, 0.0, beyond)
    fields = {name: ThermalField(load=inside.T @ load, energy=float(0.5 * load @ shown[:, k])) for k, (name, load) in enumerate(loads.items())}
    return fields, beyond


def with_locked(field: ThermalField, rest: Surface, k: int, locked: Array, places: Mapping[str, int]) -> ThermalField:
    """The field with column k of the rest of deformations at the surface, and with the stress `locked` (p, 6) in there; `places` are its vertices."""
    sigma = rest.sigma[:, :, k] + locked  # type: ignore[index]
    return replace(field, stresses={name: sigma[at] for name, at in places.items()}, Phi=rest.Phi[:, :, k], sigma=sigma)
