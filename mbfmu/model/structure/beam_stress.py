"""Stress at the outlines of a beam's sections, and the surface to see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..sections import Fibre
from .elastic_data import Array, StressPlace, Surface

if TYPE_CHECKING:
    from .beam import Polyline

VOIGT = ([0, 1, 2, 0, 1, 2], [0, 1, 2, 1, 2, 0])  # xx, yy, zz, xy, yz, zx


def stresses(line: Polyline, T: Array) -> dict[str, StressPlace]:
    """Stress at the outline of each vertex's section: of the span that begins there, and before it of the span that ends there."""
    return {f"{prefix}.{fibre.name}": place for prefix, k, xi in ends_of_spans(line) for fibre, place in at_section(line, T, k, xi)}


def ends_of_spans(line: Polyline) -> Iterator[tuple[str, int, float]]:
    """The names, elements and places xi of the sections whose stress is known."""
    last = len(line.elements)
    for name, k in line.vertices.items():
        if k < last:
            yield name, k, 0.0
        if k > 0:
            yield (name if k == last else f"{name}.before"), k - 1, 1.0


def fibres(line: Polyline, k: int, xi: float) -> list[tuple[Fibre, Array]]:
    """The fibres of the section of element k at xi, and where they are (3,)."""
    place, R = line.x[k] + xi * (line.x[k + 1] - line.x[k]), line.axes[k]
    return [(fibre, place + R[:, 1] * fibre.y + R[:, 2] * fibre.z) for fibre in line.elements[k].section.outline]


def at_section(line: Polyline, T: Array, k: int, xi: float) -> Iterator[tuple[Fibre, StressPlace]]:
    """The fibres of element k at xi, with their stress."""
    element, R = line.elements[k], line.axes[k]
    at, coordinates = element.fields(np.array([xi])), line.coordinates(T, k)
    strain, curvature = at.strain[0] @ coordinates, at.curvature[0] @ coordinates
    forces = np.stack([*(element.strain_stiffness[1:, None] * strain[1:]), element.curvature_stiffness[0] * curvature[0]])  # along y, z and about x
    for fibre, place in fibres(line, k, xi):
        normal = element.material.E * (strain[0] + fibre.z * curvature[1] - fibre.y * curvature[2])
        across = np.array(fibre.shear) @ forces
        local = np.zeros((3, 3, T.shape[1]))
        local[0, 0], local[0, 1], local[0, 2] = normal, across[0], across[1]
        local[1, 0], local[2, 0] = across
        turned = np.einsum("ia,jb,abk->ijk", R, R, local)
        yield fibre, StressPlace(place, turned[VOIGT])


def surface(line: Polyline, T: Array) -> Surface | None:
    """The skin of each span with closed ends; None if a section has no outline."""
    if not all(element.section.outline for element in line.elements):
        return None
    parts: list[tuple[Array, Array, Array, Array]] = []
    count = 0
    for sections in rings_of_spans(line):
        rings = [ring(line, T, k, xi) for k, xi in sections]
        x, Phi, sigma = (np.concatenate(of) for of in zip(*rings))
        parts.append((x, skin(len(rings[0][0]), len(rings)) + count, Phi, sigma))
        count += len(x)
    vertices, triangles, Phi, sigma = (np.concatenate(of) for of in zip(*parts))
    return Surface(vertices, triangles, Phi, sigma)


def rings_of_spans(line: Polyline) -> list[list[tuple[int, float]]]:
    """The elements and places xi of the sections that the surface of each span goes through."""
    starts = list(line.vertices.values())
    return [[*((k, 0.0) for k in range(first, end)), (end - 1, 1.0)] for first, end in zip(starts[:-1], starts[1:])]


def ring(line: Polyline, T: Array, k: int, xi: float) -> tuple[Array, Array, Array]:
    """Outline (p, 3) of element k at xi, its displacements (p, 3, n) and stress (p, 6, n)."""
    places = [place for _, place in at_section(line, T, k, xi)]
    x = np.array([place.x for place in places])
    node = T[6 * (k + int(xi)) :][:6]
    centre = line.x[k + int(xi)]
    return x, node[:3] + np.cross(node[3:].T, (x - centre)[:, None]).transpose(0, 2, 1), np.array([place.sigma for place in places])


def skin(around: int, rings: int) -> Array:
    """Triangles (q, 3) between `rings` rings of `around` points, and those that close both ends."""
    k, ring = np.meshgrid(np.arange(around), np.arange(rings - 1))
    a, b = (ring * around + k).ravel(), (ring * around + (k + 1) % around).ravel()
    sides = np.concatenate([np.stack([a, b, a + around], axis=1), np.stack([b, b + around, a + around], axis=1)])
    cap = np.array([t for j in range(around // 2) for t in ((j, j + 1, -j - 1), (j, -j - 1, -j)) if len({i % around for i in t}) == 3]) % around
    return np.concatenate([sides, cap[:, ::-1], cap + (rings - 1) * around])
