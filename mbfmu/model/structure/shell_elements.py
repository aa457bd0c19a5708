"""Shells: a mesh of flat triangles with membrane, bending and drilling; stiffness, mass, geometric stiffness, temperatures.

A quadrilateral is the mean of both its divisions into two triangles. So it has no favoured diagonal, and may be warped (Felippa 2003: overlaid
triangles).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
from scipy.sparse import coo_matrix, csc_matrix

from ..sections import Material
from .beam_stress import VOIGT
from .elastic_data import Array
from .finite_elements import FiniteElements
from .mass_field import MassField
from .shell_mass import ShellFields, shell_fields, shell_mass
from .shell_pressure import ShellPressure, locked_pressure
from .shell_stiffening import stiffening
from .shell_triangle import CORNERS, NEXT, ShellTriangles
from .surface_mesh import SurfaceMesh
from .temperatures import Temperature

DIVISIONS = np.array([[0, 1, 2], [0, 2, 3], [0, 1, 3], [1, 2, 3]])  # of a quadrilateral: two pairs of triangles


class ShellElements:
    """A mesh of thickness (e,) [m] of one material, with groups of vertices that move rigidly. Coordinates are vertex by vertex u and theta."""

    def __init__(self, mesh: SurfaceMesh, thickness: Array, material: Material, rigid: Sequence[Array]):
        self.mesh, self.material, self.rigid = mesh, material, rigid
        t = len(mesh.triangles)
        self.corners = np.concatenate([mesh.triangles, mesh.quadrilaterals[:, DIVISIONS].reshape(-1, 3)])
        self.element = np.concatenate([np.arange(t), np.repeat(np.arange(t, mesh.count), len(DIVISIONS))])  # of each triangle
        self.share = np.where(self.element < t, 1.0, 0.5)
        self.triangles = ShellTriangles(mesh.vertices[self.corners], thickness[self.element], material)
        self.coordinates = (6 * self.corners[:, :, None] + np.arange(6)).reshape(-1, 18)

    def along_axes(self, u: Array) -> Array:
        """The coordinates (t, 18, l) of each triangle, along its axes, of u (N, l)."""
        R = self.triangles.axes
        return (R.transpose(0, 2, 1)[:, None] @ u[self.coordinates].reshape(len(R), 6, 3, -1)).reshape(len(R), 18, -1)

    def model(self) -> FiniteElements:
        """Stiffness and mass."""
        count = len(self.mesh.vertices)
        turned = self.triangles.turned()
        K = self.share[:, None, None] * (turned.transpose(0, 2, 1) @ self.triangles.stiffness @ turned)
        rows, columns = (np.broadcast_to(of, K.shape).ravel() for of in (self.coordinates[:, :, None], self.coordinates[:, None]))
        stiffness = csc_matrix(coo_matrix((K.ravel(), (rows, columns)), shape=(6 * count,) * 2))
        node, direction = np.repeat(np.arange(count), 6), np.tile(np.arange(6), count)
        return FiniteElements(self.mesh.vertices, np.arange(count) + 1, node, direction, stiffness, self.mass.matrix(), self.mass)

    @cached_property
    def fields(self) -> ShellFields:
        """Displacements that are quadratic in each triangle, and its fibres."""
        return shell_fields(self.mesh.vertices, self.corners)

    @cached_property
    def mass(self) -> MassField:
        """What moves with these."""
        return shell_mass(self.fields, self.triangles, self.share)

    def stiffening(self, u: Array, T: Array) -> Array:
        """Geometric stiffness (l, n, n) along modes T (N, n) by the stress of displacements u (N, l)."""
        none = np.zeros((len(self.corners), 3, u.shape[1]))
        return self.stiffening_under(ShellPressure(none, none), u, T)

    def thermal_stiffening(self, temperatures: Mapping[str, Temperature], u: Array, T: Array) -> Array:
        """The same where the body also locks in the stress of temperature fields, each with its displacements."""
        fields = [locked_pressure(self.triangles, name, given) for name, given in temperatures.items()]
        mean, slope = (np.concatenate(of, axis=2) for of in ([field.mean for field in fields], [field.slope for field in fields]))
        return self.stiffening_under(ShellPressure(mean, slope), u, T)

    def stiffening_under(self, pressure: ShellPressure, u: Array, T: Array) -> Array:
        """The same where a pressure is locked in."""
        owner = np.full(len(self.mesh.vertices), -1)
        for k, vertices in enumerate(self.rigid):
            owner[vertices] = k
        held = (owner[self.corners] >= 0) & (owner[self.corners] == owner[self.corners[:, NEXT]])
        return stiffening(self.triangles, self.share, self.fields, self.mass, held, pressure, self.along_axes(u), self.along_axes(T), T)

    def face_stress(self, u: Array, sign: Array) -> Array:
        """Stress (2, t, 3, 6, l) at the corners of triangles: at the faces to which normals times `sign` (t,) point, and at those on the other side.

        Shear across the faces is zero there.
        """
        at, by_axes, C = self.triangles.strains(CORNERS), self.along_axes(u)[:, None], self.in_body()[:, None] @ self.triangles.plane_stress
        z = (sign * self.triangles.h / 2)[:, None, None, None]
        plane, bent = C @ (at.membrane @ by_axes), z * (C @ (at.curvature @ by_axes))
        return np.stack([plane + bent, plane - bent])

    def in_body(self) -> Array:
        """Matrices (t, 6, 3): stress along the body's axes, in the order of StressPlace, by xx, yy, xy along those of each triangle."""
        x, y = self.triangles.axes[:, :, 0], self.triangles.axes[:, :, 1]
        i, j = VOIGT
        return np.stack([x[:, i] * x[:, j], y[:, i] * y[:, j], x[:, i] * y[:, j] + y[:, i] * x[:, j]], axis=2)

    def thermal_load(self, name: str, temperature: Temperature) -> Array:
        """Forces (N,) of a temperature field, which is linear through the thickness: the work of the stress that it locks in, along the strain."""
        load = self.share[:, None] * locked_pressure(self.triangles, name, temperature).loads(self.triangles)[..., 0]
        turned = np.einsum("tij,ti->tj", self.triangles.turned(), load)
        return np.bincount(self.coordinates.ravel(), turned.ravel(), minlength=6 * len(self.mesh.vertices))
