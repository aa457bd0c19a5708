"""What there is to see of a shell: both faces and the rim of each smooth sheet, with the stress there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import coo_matrix, csc_matrix
from scipy.sparse.csgraph import breadth_first_order, connected_components
from scipy.sparse.linalg import splu

from ..sections import Material
from .beam_stress import VOIGT
from .elastic_data import Array, Surface
from .shell_elements import ShellElements
from .surface_mesh import SurfaceMesh
from .temperatures import Temperature, temperatures_at

FOLD = np.cos(np.radians(30.0))  # between normals: what turns more is a fold, where stress jumps


class SeenShell(ShellElements):
    """Shell elements in sheets, which are of one thickness and without a fold; each vertex of the mesh is one of each sheet around it."""

    def __init__(self, mesh: SurfaceMesh, thickness: Array, material: Material, rigid: Sequence[Array]):
        super().__init__(mesh, thickness, material, rigid)
        self.sheet, self.sign, self.joined = sheets(mesh, thickness)
        pairs = self.sheet[self.element][:, None] * len(mesh.vertices) + self.corners
        self.pairs, back = np.unique(pairs, return_inverse=True)
        self.seen = back.reshape(-1, 3)  # corners of triangles, by numbers of the sheets' vertices
        self.vertex = self.pairs % len(mesh.vertices)

    @cached_property
    def normals(self) -> Array:
        """Unit normals (p, 3) of the sheets' vertices."""
        triangles = self.triangles
        weighted = (triangles.area * self.signs)[:, None, None] * triangles.axes[:, None, :, 2]
        sums = np.zeros((len(self.vertex), 3))
        np.add.at(sums, self.seen, weighted)
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)

    @property
    def signs(self) -> Array:
        """(t,) of triangles: +1 where their normals are those of the sheet, -1 where they are opposite."""
        return self.sign[self.element]

    @cached_property
    def across(self) -> Array:
        """From the middle surface (p, 3) to the faces to which normals point [m]."""
        h = np.zeros(len(self.vertex))
        h[self.seen] = self.triangles.h[:, None]
        return h[:, None] / 2 * self.normals

    @cached_property
    def faces(self) -> Array:
        """Vertices (2 p, 3) of the surface [m]: of the faces to which normals point, then of the others."""
        x = self.mesh.vertices[self.vertex]
        return np.concatenate([x + self.across, x - self.across])

    @cached_property
    def skin(self) -> Array:
        """Triangles (q, 3) of both faces and of the rims, counterclockwise seen from outside."""
        mesh = self.mesh
        count, number = len(self.vertex), len(mesh.vertices)
        at = lambda element, vertex: np.searchsorted(self.pairs, self.sheet[element] * number + vertex)
        element = np.arange(mesh.count)
        corners = at(element[:, None], mesh.corners)
        turned = self.sign < 0
        corners[turned] = corners[turned][:, [0, 3, 2, 1]]
        halves = np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])
        halves = halves[(halves != np.roll(halves, 1, axis=1)).all(axis=1)]
        sides, owners = mesh.sides
        rim = np.flatnonzero(~self.joined)
        a, b = (at(owners[rim], sides[rim, k]) for k in (0, 1))
        turned = self.sign[owners[rim]] < 0
        a, b = np.where(turned, b, a), np.where(turned, a, b)
        around = np.concatenate([np.stack([a, a + count, b + count], axis=1), np.stack([a, b + count, b], axis=1)])
        return np.concatenate([halves, halves[:, ::-1] + count, around])

    @cached_property
    def smoothing(self) -> Any:
        """Factors of the matrix (p, p) of least squares over the sheets."""
        size = self.share * self.triangles.area / 12
        M = size[:, None, None] * (np.ones((3, 3)) + np.eye(3))
        rows, columns = (np.broadcast_to(of, M.shape).ravel() for of in (self.seen[:, :, None], self.seen[:, None]))
        return splu(csc_matrix(coo_matrix((M.ravel(), (rows, columns)), shape=(len(self.vertex),) * 2)))

    def smoothed(self, stress: Array) -> Array:
        """Stress (p, 6, n) at vertices that is nearest to that of the triangles (t, 3, 6, n), by least squares (Hinton and Campbell, 1974)."""
        size = (self.share * self.triangles.area / 12)[:, None, None, None]
        load = size * (stress + stress.sum(axis=1, keepdims=True))
        sums = np.zeros((len(self.vertex), *stress.shape[2:]))
        np.add.at(sums, self.seen, load)
        return self.smoothing.solve(sums.reshape(len(sums), -1)).reshape(sums.shape)

    def surface(self, T: Array) -> Surface:
        """The surface, with its stress, by modes T (N, n)."""
        moved = T.reshape(-1, 6, T.shape[1])[self.vertex]
        turned = np.cross(moved[:, 3:], self.across[:, :, None], axis=1)
        Phi = np.concatenate([moved[:, :3] + turned, moved[:, :3] - turned])
        sigma = np.concatenate([self.smoothed(stress) for stress in self.face_stress(T, self.signs)])
        return Surface(self.faces, self.skin, Phi, sigma)

    def locked_stress(self, name: str, temperature: Temperature) -> Array:
        """Stress (2 p, 6) [Pa] of the undeformed faces: the shell would expand the same way in all directions along it."""
        E, nu, alpha = self.material.E, self.material.nu, self.material.alpha
        n = np.concatenate([self.normals, self.normals])
        across = np.eye(3) - n[:, :, None] * n[:, None]
        pressed = -E * alpha / (1 - nu) * temperatures_at(name, temperature, self.faces)
        return pressed[:, None] * across[:, VOIGT[0], VOIGT[1]]


def sheets(mesh: SurfaceMesh, thickness: Array) -> tuple[Array, Array, Array]:
    """The sheet (e,) of each element, +1 or -1 (e,) as its normal is that of the sheet or opposite, and which sides (s,) join elements of a sheet."""
    sides, owners = mesh.sides
    _, edge = np.unique(np.sort(sides, axis=1), axis=0, return_inverse=True)
    order = np.argsort(edge.ravel(), kind="stable")
    first, second = [], []
    for apart in range(1, int(np.bincount(edge.ravel()).max())):  # at most a few elements share an edge
        same = edge.ravel()[order[apart:]] == edge.ravel()[order[:-apart]]
        first.append(order[:-apart][same])
        second.append(order[apart:][same])
    a, b = np.concatenate([*first, np.zeros(0, dtype=int)]), np.concatenate([*second, np.zeros(0, dtype=int)])
    turned = np.where(sides[a, 0] == sides[b, 1], 1.0, -1.0)  # neighbours that go around the same way pass a side in opposite directions
    cosine = turned * np.einsum("ei,ei->e", mesh.normals[owners[a]], mesh.normals[owners[b]])
    smooth = (cosine > FOLD) & np.isclose(thickness[owners[a]], thickness[owners[b]])
    a, b, turned = a[smooth], b[smooth], turned[smooth]
    joined = np.zeros(len(sides), dtype=bool)
    joined[a] = joined[b] = True
    links = csc_matrix(coo_matrix((turned, (owners[a], owners[b])), shape=(mesh.count,) * 2))
    links = csc_matrix(links + links.T)
    _, sheet = connected_components(links, directed=False)
    sign = np.ones(mesh.count)
    for start in np.unique(sheet, return_index=True)[1]:
        nodes, before = breadth_first_order(links, start, directed=False)
        for node in nodes[1:]:
            sign[node] = sign[before[node]] * np.sign(links[node, before[node]])
    return sheet, sign, joined
