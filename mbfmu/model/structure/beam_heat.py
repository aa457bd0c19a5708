"""Temperature fields over beams, linear across each section: what they do along the modes, and the stress that they lock in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from mbfmu.base.errors import MbfmuError

from .beam_element import quadrature
from .beam_stress import VOIGT, ends_of_spans, fibres, rings_of_spans, stresses, surface
from .elastic_data import Array, ThermalField
from .temperatures import Temperature, refuse_no_expansion, temperatures_at

if TYPE_CHECKING:
    from .beam import Polyline

OfSpans = Temperature | Mapping[str, Temperature]  # or of spans, by the names of the vertices where they begin; others have no change
LINEAR = 1e-6  # of the largest temperature of a section: how far it is from linear at most
POINTS = 5  # of quadrature along an element


@dataclass(frozen=True, eq=False)
class SectionTemperatures:
    """A temperature field in the sections of an element at the places of quadrature: `mean` (p,) [K], `along_y` and `along_z` (p,) [K/m]."""

    mean: Array
    along_y: Array
    along_z: Array


def thermal_loads(line: Polyline, temperatures: Mapping[str, OfSpans]) -> dict[str, Array]:
    """Forces (6 p + 6,) of each temperature field on the nodes. Raises MbfmuError for fields that are not linear across a section."""
    if temperatures:
        refuse_no_expansion(temperatures, line.elements[0].material)
    for name, given in temperatures.items():
        if isinstance(given, Mapping) and (unknown := [span for span in given if span not in [*line.vertices][:-1]]):
            begin = ", ".join(map(repr, [*line.vertices][:-1]))
            raise MbfmuError(f"temperatures: {name!r} has no span that begins at {unknown[0]!r}. Spans begin at {begin}.")
    return {name: _load(line, name, given) for name, given in temperatures.items()}


def with_stress(line: Polyline, fields: Mapping[str, ThermalField], temperatures: Mapping[str, OfSpans], beyond: Array) -> dict[str, ThermalField]:
    """The fields with stress, given what (6 p + 6, l) the modes lack of their deformations."""
    if not fields:
        return {}
    places, seen = stresses(line, beyond), surface(line, beyond)
    found = {}
    for k, (name, given) in enumerate(temperatures.items()):
        means = _means(line, name, given)
        ends = [sigma for _, e, xi in ends_of_spans(line) for sigma in _locked(line, name, given, means[e], e, xi)]
        by_place = {place: at.sigma[:, k] + sigma for (place, at), sigma in zip(places.items(), ends)}
        found[name] = replace(fields[name], stresses=by_place)
        if seen is not None and seen.sigma is not None:
            skin = [sigma for span in rings_of_spans(line) for e, xi in span for sigma in _locked(line, name, given, means[e], e, xi)]
            found[name] = replace(found[name], Phi=seen.Phi[:, :, k], sigma=seen.sigma[:, :, k] + np.array(skin))
    return found


def _load(line: Polyline, name: str, given: OfSpans) -> Array:
    """The work of a field along strain and curvatures: N = E A alpha mean, and moments E I alpha times the gradients."""
    load = np.zeros(6 * len(line.x))
    xi, weights = quadrature(POINTS)
    for k, element in enumerate(line.elements):
        at, T, alpha = element.fields(xi), _in_sections(line, name, given, k), element.material.alpha
        tension = alpha * element.strain_stiffness[0] * T.mean
        _, EI_y, EI_z = alpha * element.curvature_stiffness
        work = np.einsum("p,pa->a", weights * tension, at.strain[:, 0])
        work += np.einsum("p,pa->a", weights * EI_y * T.along_z, at.curvature[:, 1])
        work -= np.einsum("p,pa->a", weights * EI_z * T.along_y, at.curvature[:, 2])
        load[6 * k : 6 * k + 12] += np.kron(np.eye(4), line.axes[k]) @ (element.length * work)
    return load


def _at(line: Polyline, name: str, given: OfSpans, k: int, x: Array) -> Array:
    """A field (p,) at positions x (p, 3) in element k."""
    if isinstance(given, Mapping):
        span = next(start for start, first in reversed([*line.vertices.items()]) if first <= k)
        given = given.get(span, 0.0)
    return temperatures_at(name, given, x)


def _in_sections(line: Polyline, name: str, given: OfSpans, k: int) -> SectionTemperatures:
    """A field in the sections of element k, by four points of each that have its area and moments."""
    xi, _ = quadrature(POINTS)
    section, R = line.elements[k].section, line.axes[k]
    y, z = np.sqrt(2 * section.I_z / section.A), np.sqrt(2 * section.I_y / section.A)
    outline = [(fibre.y, fibre.z) for fibre in section.outline]
    offsets = np.array([(y, 0.0), (-y, 0.0), (0.0, z), (0.0, -z), *outline])
    axis = line.x[k] + xi[:, None] * (line.x[k + 1] - line.x[k])
    x = axis[:, None] + offsets @ R[:, 1:].T
    T = _at(line, name, given, k, x.reshape(-1, 3)).reshape(len(xi), -1)
    found = SectionTemperatures(T[:, :4].mean(axis=1), (T[:, 0] - T[:, 1]) / (2 * y), (T[:, 2] - T[:, 3]) / (2 * z))
    linear = found.mean[:, None] + np.stack([found.along_y, found.along_z], axis=1) @ offsets.T
    if np.abs(T - linear).max() > LINEAR * max(np.abs(T).max(), 1e-300):
        raise MbfmuError(
            f"temperatures: {name!r} is not linear across the section at {np.array2string(axis[0], precision=4)} m: it bends a beam by its gradient "
            "alone. Give a linear one, or make the body of a mesh, by solid_data."
        )
    return found


def _means(line: Polyline, name: str, given: OfSpans) -> list[float]:
    """The mean of a field over each element: elements have one strain of their axis."""
    _, weights = quadrature(POINTS)
    return [float(weights @ _in_sections(line, name, given, k).mean) for k in range(len(line.elements))]


def _locked(line: Polyline, name: str, given: OfSpans, mean: float, k: int, xi: float) -> list[Array]:
    """The stress (6,) that a field locks into each fibre of element k at xi, where the axis has the element's `mean`."""
    places = fibres(line, k, xi)
    if not places:
        return []
    centre = line.x[k] + xi * (line.x[k + 1] - line.x[k])
    *T, T_axis = _at(line, name, given, k, np.array([*(x for _, x in places), centre]))
    material, along = line.elements[k].material, line.axes[k][:, 0]
    unit = np.outer(along, along)[VOIGT]
    return [-material.E * material.alpha * (one - T_axis + mean) * unit for one in T]
