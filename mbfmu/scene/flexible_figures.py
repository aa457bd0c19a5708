"""What flexible bodies look like: their surface, or bars between their nodes, which their modes deform."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..base.spatial.rotations import axes_along
from ..model.elements.parts import FlexibleBody
from ..model.elements.parts.flexible_body import FRAME
from ..model.structure.elastic_data import ElasticData, Node, Surface, ThermalField
from .names import weights_name
from .packed import Packed
from .plain_numbers import figure, numbers
from .scene import Figure
from .shapes import Deformable, Numbers

AROUND, RINGS = 12, 9  # corners of a bar: around it, and along it
NEIGHBOURS = 8  # of a node, among which bars lead


def flexible_figures(body: FlexibleBody, data: ElasticData, temperatures: Sequence[str], thickness: float, colour: str) -> tuple[Figure, ...]:
    """The surface of a body in the modes of its tree, or bars `thickness` [m] thick between its nodes; nothing of a body with one node at most.

    Behind the modes come the fields `temperatures` that load it, by name: weights of these are in K.
    """
    start = numbers([*body.values["e_start"], *(0.0 for _ in temperatures)])
    shape = deformable(data, thickness, weights_name(body), start, temperatures)
    return () if shape is None else (figure(shape, colour),)


def deformable(data: ElasticData, thickness: float, weights: str, start: Numbers, temperatures: Sequence[str] = ()) -> Deformable | None:
    """What is seen of a flexible body; None if there is nothing."""
    cold = seen_of(data, thickness)
    if cold is None:
        return None
    seen = _warmed(cold, [data.temperatures[name] for name in temperatures])
    return Deformable(
        vertices=tuple(map(numbers, seen.vertices)),
        triangles=tuple(map(tuple, np.asarray(seen.triangles, dtype=int).tolist())),
        modes=Packed.of(np.moveaxis(seen.Phi, -1, 0)),
        stress=None if seen.sigma is None else Packed.of(np.moveaxis(seen.sigma, -1, 0)),
        weights=weights,
        start=start,
    )


def _warmed(seen: Surface, fields: list[ThermalField]) -> Surface:
    """A surface with temperature fields behind its modes."""
    still = np.zeros_like(seen.vertices)
    Phi = [still if field.Phi is None else field.Phi for field in fields]
    locked = [field.sigma[:, :, None] for field in fields if field.sigma is not None]
    sigma = None if seen.sigma is None else np.concatenate([seen.sigma, *locked], axis=2)
    return replace(seen, Phi=np.concatenate([seen.Phi, *(moved[:, :, None] for moved in Phi)], axis=2), sigma=sigma)


def seen_of(data: ElasticData, thickness: float) -> Surface | None:
    """What is seen of a body: its surface, or bars between its nodes; None if there is neither."""
    if data.surface is not None and len(data.surface.triangles):
        return data.surface
    nodes = [node for name, node in data.nodes.items() if name != FRAME]  # frame_a is no point of the body
    parts = [_bar(nodes[i], nodes[j], thickness) for i, j in _neighbours(np.array([node.x for node in nodes]).reshape(-1, 3))]
    if not parts:
        return None
    triangles = np.concatenate([_tube() + AROUND * RINGS * k for k in range(len(parts))])
    return Surface(np.concatenate([x for x, _ in parts]), triangles, np.concatenate([Phi for _, Phi in parts]))


def _neighbours(places: np.ndarray) -> list[tuple[int, int]]:
    """Pairs of places (n, 3) between which the shortest bars lead that leave none of them alone, none between places that are the same."""
    if len(places) < 2:
        return []
    from scipy.sparse.csgraph import minimum_spanning_tree  # bodies without a surface are rare, and scipy.spatial takes its time
    from scipy.spatial import cKDTree

    near = cKDTree(places)
    reach = near.query(places, k=min(NEIGHBOURS, len(places)))[0].max()
    tree = near.sparse_distance_matrix(near, reach * (1.0 + 1e-9), output_type="coo_matrix")
    return list(zip(*map(np.ndarray.tolist, minimum_spanning_tree(tree).nonzero())))


def _bar(a: Node, b: Node, thickness: float) -> tuple[np.ndarray, np.ndarray]:
    """Corners (p, 3) of a bar whose ends are fixed to two nodes, and their displacements (p, 3, n): it bends as a beam, by Hermite's cubics."""
    length = float(np.linalg.norm(b.x - a.x))
    along = (b.x - a.x) / length
    tilts = [length * np.cross(node.Psi.T, along).T for node in (a, b)]  # (3, n): slopes of the middle line
    angles = np.linspace(0.0, 2.0 * np.pi, AROUND, endpoint=False)
    offsets = 0.5 * thickness * np.column_stack([np.cos(angles), np.sin(angles), np.zeros(AROUND)]) @ axes_along(along).T
    x, Phi = [], []
    for s in np.linspace(0.0, 1.0, RINGS):
        h = (1 - 3 * s**2 + 2 * s**3, s - 2 * s**2 + s**3, 3 * s**2 - 2 * s**3, s**3 - s**2)
        slopes = (6 * s**2 - 6 * s, 1 - 4 * s + 3 * s**2, 6 * s - 6 * s**2, 3 * s**2 - 2 * s)
        middle, slope = (p * a.Phi + q * tilts[0] + r * b.Phi + t * tilts[1] for p, q, r, t in (h, slopes))
        twist = np.outer(along, along @ ((1 - s) * a.Psi + s * b.Psi))
        turned = np.cross(along, slope.T).T / length + twist
        x.append(a.x + s * length * along + offsets)
        Phi.append(middle + np.cross(turned.T[None], offsets[:, None]).transpose(0, 2, 1))
    return np.concatenate(x), np.concatenate(Phi)


def _tube() -> np.ndarray:
    """Triangles (q, 3) between the corners of a bar, and on its ends, seen from outside."""
    k = np.arange(AROUND * (RINGS - 1))
    after = k - k % AROUND + (k + 1) % AROUND
    sides = [np.column_stack([k, after, k + AROUND]), np.column_stack([after, after + AROUND, k + AROUND])]
    around = np.arange(AROUND)
    cap = np.column_stack([np.zeros(AROUND - 2, dtype=int), around[1:-1], around[2:]])
    return np.concatenate([*sides, cap[:, ::-1], cap + AROUND * (RINGS - 1)])
