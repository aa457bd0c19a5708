"""Flexible bodies from beams: elements along a polyline, reduced to modes, with displacements of second order from the rotations of the sections."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import coo_matrix, csc_matrix

from mbfmu.base.errors import MbfmuError

from ..sections import Material, Section
from .beam_element import BeamElement, quadrature
from .beam_heat import OfSpans, thermal_loads, with_stress
from .beam_shortening import Shortening, across
from .beam_stress import stresses, surface
from .craig_bampton import elastic_modes, held_interface, refuse_counts, rigid_motions
from .elastic_data import Array, ElasticData, Node
from .finite_elements import LARGEST, extent
from .modes import mass_normalized
from .points import of_points
from .temperatures import NO_TEMPERATURES, thermal_fields


@dataclass(frozen=True, eq=False)
class Polyline:
    """Beam elements from node to node along a polyline."""

    x: Array  # (p + 1, 3) nodes [m]
    elements: tuple[BeamElement, ...]  # p
    axes: Array  # (p, 3, 3) columns are the axes of each element
    vertices: Mapping[str, int]  # numbers of nodes by the names of vertices

    def assembled(self, of: Sequence[Array]) -> csc_matrix:
        """The sparse sum (6 p + 6, 6 p + 6) of matrices (12, 12) of the elements along their axes."""
        rows, values = [], []
        for k, (matrix, R) in enumerate(zip(of, self.axes)):
            turn = np.kron(np.eye(4), R)
            rows.append(6 * k + np.arange(12))
            values.append(turn @ matrix @ turn.T)
        where = np.array(rows)
        size = 6 * len(self.x)
        entries = (np.broadcast_to(where[:, :, None], (len(where), 12, 12)).ravel(), np.broadcast_to(where[:, None], (len(where), 12, 12)).ravel())
        return csc_matrix(coo_matrix((np.array(values).ravel(), entries), shape=(size, size)))

    def coordinates(self, T: Array, k: int) -> Array:
        """The 12 coordinates (12, n) of element k along its axes, of modes T (6 p + 6, n)."""
        return np.kron(np.eye(4), self.axes[k].T) @ T[6 * k : 6 * k + 12]


def beam_data(
    vertices: Mapping[str, ArrayLike],
    section: Section | Sequence[Section],
    material: Material,
    *,
    up: ArrayLike | None = None,
    elements: int = 16,
    modes: int = 12,
    interfaces: Sequence[str] | None = None,
    highest: float | None = None,
    temperatures: Mapping[str, OfSpans] = NO_TEMPERATURES,
) -> ElasticData:
    """The elastic data of a beam along a polyline, free in space, in natural modes of unit mass.

    `vertices` are the polyline's by name (3,) [m], each of which becomes a node; `section` is one for all spans or one for each. The sections'
    height is along `up` (3,), by default z, or y for spans along z. Each span has `elements` elements. The modes are combinations of the static
    modes of the vertices named `interfaces`, all by default, and of the `modes` lowest in which these rest (Craig and Bampton), without the rigid
    body's; those above the angular frequency `highest` [rad/s] are left out. `temperatures` are fields for a ThermalLoad by name: a number, a
    function of positions x (p, 3) [m] that gives (p,), linear across each section, or a mapping of such for spans, by the vertices where these begin.

    Stress is known at the outline of the sections at each vertex, as "tip.top"; at a vertex in the middle it is that of the span that begins there,
    and "elbow.before.top" that of the span that ends there. Raises MbfmuError for vertices, sections and directions that make no beam, and warns of
    a beam longer than 100 m, whose vertices may be in millimetres.
    """
    refuse_counts(highest, modes=modes, elements=elements)
    line = polyline(vertices, section, material, up, elements)
    if (length := extent(line.x)) > LARGEST:
        warnings.warn(f"vertices: the beam is {length:g} m long. They are in metres: divide them by 1000 if they are in millimetres.", stacklevel=2)
    K, M = line.assembled([e.stiffness() for e in line.elements]), line.assembled([e.mass() for e in line.elements])
    names = list(line.vertices) if interfaces is None else list(dict.fromkeys(interfaces))
    unknown = [name for name in names if name not in line.vertices]
    if unknown:
        raise MbfmuError(f"interfaces: the beam has no vertex {unknown[0]!r}. Its vertices are {', '.join(map(repr, line.vertices))}.")
    held = np.array([6 * line.vertices[name] + k for name in names for k in range(6)], dtype=int)
    at_interfaces = held_interface(K, M, held)
    rested = at_interfaces.modes(modes)
    T = elastic_modes(K, M, np.concatenate([at_interfaces.static, rested], axis=1), rigid_motions(line.x), highest)
    nodes = np.array([6 * k + i for k in line.vertices.values() for i in range(6)])
    fields, beyond = thermal_fields(at_interfaces, rested, T, thermal_loads(line, temperatures), nodes)
    return mass_normalized(replace(in_points(line, T, K), temperatures=with_stress(line, fields, temperatures, beyond)))


def polyline(
    vertices: Mapping[str, ArrayLike], section: Section | Sequence[Section], material: Material, up: ArrayLike | None, elements: int
) -> Polyline:
    """The elements along a polyline."""
    corners = positions(vertices)
    spans = len(corners) - 1
    sections = list(section) if isinstance(section, Sequence) else [section] * spans
    strange = [of for of in sections if not isinstance(of, Section)]
    if strange:
        raise MbfmuError(f"section: {strange[0]!r} is no section, such as RectangleSection(width=0.05, height=0.1).")
    if len(sections) != spans:
        raise MbfmuError(f"section: {len(sections)} sections for {spans} spans between {spans + 1} vertices. Give one, or one for each span.")
    rigid = [of for of in sections if not np.isfinite([of.A_y, of.A_z]).all()]
    if rigid:
        raise MbfmuError(f"section: {rigid[0]!r} has shear areas of which one is infinite. Give both, such as 5/6 A of a rectangle.")
    if elements < 1:
        raise MbfmuError(f"elements is {elements}, and must be at least 1 for each span.")
    x, made, axes = [next(iter(corners.values()))], [], []
    for (a, start), (b, end), of in zip(list(corners.items())[:-1], list(corners.items())[1:], sections):
        length = float(np.linalg.norm(end - start))
        if not length > 0:
            raise MbfmuError(f"vertices: {a!r} and {b!r} are at the same place.")
        R = axes_along((end - start) / length, up, f"{a!r} to {b!r}")
        x += [start + (end - start) * (k + 1) / elements for k in range(elements)]
        made += [BeamElement(length / elements, of, material)] * elements
        axes += [R] * elements
    return Polyline(np.array(x), tuple(made), np.array(axes), {name: k * elements for k, name in enumerate(corners)})


def positions(vertices: Mapping[str, ArrayLike]) -> dict[str, Array]:
    """The places (3,) of vertices by name."""
    found = {}
    for name, at in vertices.items() if isinstance(vertices, Mapping) else ():
        try:
            found[name] = np.asarray(at, dtype=float)
        except (TypeError, ValueError):
            found[name] = np.zeros(0)
        if found[name].shape != (3,) or not np.isfinite(found[name]).all():
            raise MbfmuError(f"vertices: {name!r} is no position (3,) [m].")
    if len(found) < 2:
        raise MbfmuError("vertices: a beam needs at least two, by name: {'root': (0, 0, 0), 'tip': (1, 0, 0)}.")
    return found


def axes_along(along: Array, up: ArrayLike | None, span: str) -> Array:
    """R (3, 3) whose columns are the axes of a span along a unit vector: z is the part of `up` that is across it."""
    if up is None:
        up = [0.0, 0.0, 1.0] if np.hypot(along[0], along[1]) > 1e-6 else [0.0, 1.0, 0.0]
    direction = np.asarray(up, dtype=float)
    across = direction - along * (along @ direction)
    size = np.linalg.norm(across)
    if not size > 1e-6 * np.linalg.norm(direction):
        raise MbfmuError(f"up {direction} is along the span from {span}. Give a direction across all spans.")
    return np.stack([along, np.cross(across / size, along), across / size], axis=1)


def in_points(line: Polyline, T: Array, K: csc_matrix) -> ElasticData:
    """The data of a beam in modes T (6 p + 6, n): each section is four points that have its area and moments."""
    n, shortening = T.shape[1], Shortening(T.shape[1])
    xi, weights = quadrature(5)
    x, m, Phi = [], [], []
    g, H = np.zeros((3, n, n)), np.zeros((n, n, 3, 3))
    second = [shortening]
    for k, (element, R) in enumerate(zip(line.elements, line.axes)):
        inside = shortening.along(element, R, line.coordinates(T, k), xi)
        section = element.section
        y, z = R[:, 1] * np.sqrt(2 * section.I_z / section.A), R[:, 2] * np.sqrt(2 * section.I_y / section.A)
        share = element.material.rho * section.A * element.length / 4 * weights
        axis = line.x[k] + xi[:, None] * (line.x[k + 1] - line.x[k])
        for offset in (y, -y, z, -z):
            x.append(axis + offset)
            m.append(share)
            Phi.append(inside.u + across(inside.psi, offset))
            G = inside.second_order(offset)
            g += np.einsum("p,pikl->ikl", share, G)
            H += np.einsum("pi,pjkl->klij", share[:, None] * x[-1], G, optimize=True)
        shortening = inside.end
        second.append(shortening)
    rows = T.reshape(-1, 6, n)
    nodes = {name: Node(line.x[k], rows[k, :3], rows[k, 3:], second[k].displacement, second[k].rotation) for name, k in line.vertices.items()}
    data = of_points(np.concatenate(x), np.concatenate(m), np.concatenate(Phi), None, T.T @ (K @ T), nodes=nodes)
    return replace(data, g=g, H=H, stresses=stresses(line, T), surface=surface(line, T))
