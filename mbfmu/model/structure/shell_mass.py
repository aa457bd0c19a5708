"""The mass of shells: displacements that are quadratic in each triangle, and fibres across that turn.

The middle of a side between i and j moves by (u_i + u_j) / 2 + (theta_i - theta_j) x (x_j - x_i) / 8, as that of a beam without load: Allman, A
compatible triangular element including vertex rotations for plane elasticity analysis, Comput. Struct. 19 (1984) 1-8, along all three axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import coo_matrix, csc_matrix, csr_matrix

from .elastic_data import Array
from .mass_field import MassField
from .shell_triangle import NEXT, ShellTriangles

QUADRATIC = np.array(  # integrals of products of shapes over the area, times 180: corners, then the middles of sides 12, 23, 31
    [[6, -1, -1, 0, -4, 0], [-1, 6, -1, 0, 0, -4], [-1, -1, 6, -4, 0, 0], [0, 0, -4, 32, 16, 16], [-4, 0, 0, 16, 32, 16], [0, -4, 0, 16, 16, 32]]
)
LINEAR = 15 * np.array([[2, 1, 1], [1, 2, 1], [1, 1, 2]])  # the same of corners


@dataclass(frozen=True, eq=False)
class ShellFields:
    """Fields of triangles with `corners` (t, 3) among vertices (p, 3), numbered for each: 3 corners, 3 middles of sides, 3 fibres at corners."""

    vertices: Array
    corners: Array
    numbers: Array  # (t, 9)

    @property
    def count(self) -> int:
        """How many there are."""
        return int(self.numbers.max()) + 1


def shell_fields(vertices: Array, corners: Array) -> ShellFields:
    """The fields of triangles; those that share a side share its middle, and none share fibres, which are along their normals."""
    count = len(vertices)
    sides = np.sort(np.stack([corners, corners[:, NEXT]], axis=2).reshape(-1, 2), axis=1)
    unique, back = np.unique(sides, axis=0, return_inverse=True)
    fibres = count + len(unique) + np.arange(3 * len(corners)).reshape(-1, 3)
    return ShellFields(vertices, corners, np.concatenate([corners, count + back.reshape(-1, 3), fibres], axis=1))


def shell_mass(fields: ShellFields, triangles: ShellTriangles, share: Array) -> MassField:
    """The mass of triangles, each of which counts with its `share` (t,)."""
    size, h, at = share * triangles.material.rho * triangles.area / 180, triangles.h, fields.numbers
    blocks = (
        (at[:, :6], np.multiply.outer(size * h, QUADRATIC)),
        (at[:, 6:], np.multiply.outer(size * h**3 / 12, LINEAR)),
    )
    values = np.concatenate([of.ravel() for _, of in blocks])
    rows = np.concatenate([np.broadcast_to(of[:, :, None], entries.shape).ravel() for of, entries in blocks])
    columns = np.concatenate([np.broadcast_to(of[:, None], entries.shape).ravel() for of, entries in blocks])
    x = np.zeros((fields.count, 3))
    x[at[:, :3]], x[at[:, 3:6]], x[at[:, 6:]] = triangles.x, (triangles.x + triangles.x[:, NEXT]) / 2, triangles.axes[:, None, :, 2]
    mass = csc_matrix(coo_matrix((values, (rows, columns)), shape=(fields.count,) * 2))
    return MassField(x, moved(fields, triangles.axes[:, :, 2]), mass)


def moved(fields: ShellFields, normals: Array) -> csr_matrix:
    """The fields (3 f, 6 p) by displacements and rotations of the vertices."""
    vertices, middles = np.arange(len(fields.vertices)), fields.numbers[:, 3:6]
    middle, first = np.unique(middles, return_index=True)
    triangle, side = np.divmod(first, 3)
    i, j = fields.corners[triangle, side], fields.corners[triangle, NEXT[side]]
    bent = crossed(fields.vertices[j] - fields.vertices[i]) / 8
    half = np.broadcast_to(np.eye(3) / 2, bent.shape)
    fibres = crossed(np.repeat(normals, 3, axis=0))
    blocks = [  # fields, vertices, first coordinate of these, matrices (3, 3)
        (vertices, vertices, 0, np.broadcast_to(np.eye(3), (len(vertices), 3, 3))),
        *((middle, i, 0, half), (middle, j, 0, half), (middle, i, 3, bent), (middle, j, 3, -bent)),
        (fields.numbers[:, 6:].ravel(), fields.corners.ravel(), 3, fibres),
    ]
    three = np.arange(3)
    rows = [np.broadcast_to((3 * at[:, None] + three)[:, :, None], of.shape).ravel() for at, _, _, of in blocks]
    columns = [np.broadcast_to((6 * by[:, None] + start + three)[:, None], of.shape).ravel() for _, by, start, of in blocks]
    entries = (np.concatenate([of.ravel() for *_, of in blocks]), (np.concatenate(rows), np.concatenate(columns)))
    return csr_matrix(coo_matrix(entries, shape=(3 * fields.count, 6 * len(fields.vertices))))


def crossed(r: Array) -> Array:
    """Matrices (p, 3, 3) of vectors (p, 3): crossed(r) @ theta = theta x r."""
    x, y, z = r.T
    zero = np.zeros_like(x)
    return np.stack([np.stack([zero, z, -y], -1), np.stack([-z, zero, x], -1), np.stack([y, -x, zero], -1)], -2)
