"""Quadratic solid elements by scikit-fem: stiffness, mass, geometric stiffness, stress at the surface."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix, identity, kron

from mbfmu.base.errors import MbfmuError

from ..sections import Material
from .beam_stress import VOIGT
from .elastic_data import Array, Surface
from .finite_elements import FiniteElements
from .geometric_stiffness import Quadrature, gradients
from .mesh_file import NEEDS, SolidMesh
from .temperatures import Temperature, temperatures_at


class SolidElements:
    """A mesh with quadratic displacements. Coordinates are node by node x, y, z; nodes are the vertices, then the others."""

    def __init__(self, mesh: SolidMesh, material: Material):
        try:
            import skfem
        except ImportError:
            raise MbfmuError(NEEDS) from None
        if not material.nu < 0.5:
            raise MbfmuError(f"material: nu = {material.nu:g} of a solid must be less than 0.5, where it would be incompressible: give 0.49.")
        self.skfem, self.solid, self.material = skfem, mesh, material
        tetra = mesh.elements.shape[1] == 4
        self.mesh = (skfem.MeshTet if tetra else skfem.MeshHex)(
            *(np.ascontiguousarray(of.T) for of in (mesh.vertices, mesh.elements if tetra else hexahedra(mesh.elements)))
        )
        self.element = skfem.ElementTetP2() if tetra else skfem.ElementHex2()
        self.basis = skfem.Basis(self.mesh, self.element, intorder=4)
        self.x = self.basis.doflocs.T

    @property
    def lame(self) -> tuple[float, float]:
        """Lame's constants [Pa]."""
        E, nu = self.material.E, self.material.nu
        return E * nu / ((1 + nu) * (1 - 2 * nu)), self.material.G

    def model(self) -> FiniteElements:
        """Stiffness and mass."""
        count = len(self.x)
        mass = self.skfem.BilinearForm(lambda u, v, w: u * v).assemble(self.basis)
        M = self.material.rho * kron(mass, identity(3), format="csc")
        return FiniteElements(
            self.x, np.arange(count) + 1, np.repeat(np.arange(count), 3), np.tile(np.arange(3), count), self.stiffness(), csc_matrix(M)
        )

    def stiffness(self) -> csc_matrix:
        """K by its nine blocks, of sum lambda du_i/dx_i dv_j/dx_j + mu (du_i/dx_j dv_j/dx_i + delta_ij grad u . grad v)."""
        lam, mu = self.lame
        gradients = {}
        for i in range(3):
            for j in range(3):
                form = self.skfem.BilinearForm(lambda u, v, w, i=i, j=j: u.grad[i] * v.grad[j])
                gradients[i, j] = form.assemble(self.basis)  # rows v, columns u
        laplace = gradients[0, 0] + gradients[1, 1] + gradients[2, 2]
        K = csc_matrix((3 * len(self.x),) * 2)
        for i in range(3):  # of v
            for j in range(3):  # of u
                block = lam * gradients[j, i] + mu * gradients[i, j] + (mu * laplace if i == j else 0 * laplace)
                K = K + kron(block, np.outer(np.eye(3)[i], np.eye(3)[j]), format="csc")
        return K

    def stress(self, basis: Any, u: Array) -> Array:
        """Stress (3, 3, e, q) of displacements (N,) at the points of a basis."""
        gradient = np.stack([basis.interpolate(np.ascontiguousarray(u[i::3])).grad for i in range(3)])  # du_i/dx_j
        return self.stress_of(gradient.transpose(2, 3, 1, 0)[..., None])[..., 0].transpose(2, 3, 0, 1)

    def stiffening(self, u: Array, T: Array, pressure: Array | None = None) -> Array:
        """Geometric stiffness (l, n, n) along modes T (N, n) by the stress of displacements u (N, l), less a pressure (e, q, l) [Pa]."""
        shapes = lambda chunk: np.stack([shape[0].grad[:, chunk] for shape in self.basis.basis])
        at = Quadrature(shapes, self.basis.element_dofs.T, self.basis.dx)
        by_nodes = lambda fields: fields.reshape(len(self.x), -1)
        by = np.zeros((*self.basis.dx.shape, u.shape[1])) if pressure is None else pressure
        less = lambda chunk: by[chunk][:, :, None, None] * np.eye(3)[:, :, None]
        stress = lambda chunk: self.stress_of(gradients(shapes(chunk), by_nodes(u), at.at[chunk])) - less(chunk)
        return at.stiffening(stress, at.gradients(by_nodes(T)), u.shape[1], T.shape[1])

    def thermal_stiffening(self, temperatures: Mapping[str, Temperature], u: Array, T: Array) -> Array:
        """The same where the body also locks in the stress of temperature fields, each with its displacements."""
        return self.stiffening(u, T, np.stack([self.locked_pressure(name, given) for name, given in temperatures.items()], axis=-1))

    def stress_of(self, gradient: Array) -> Array:
        """Stress (..., 3, 3, l) of gradients dU_c/dx_j (..., j, c, l)."""
        lam, mu = self.lame
        volume = np.einsum("...iil->...l", gradient)[..., None, None, :] * np.eye(3)[:, :, None]
        return lam * volume + mu * (gradient + np.swapaxes(gradient, -2, -3))

    def locked_stress(self, name: str, temperature: Temperature) -> Array:
        """Stress (p, 6) [Pa] of the undeformed surface: the material would expand the same way in all directions."""
        return np.outer(self.pressed(temperatures_at(name, temperature, self.solid.vertices[self.skin[0]])), [1.0, 1.0, 1.0, 0.0, 0.0, 0.0])

    def pressed(self, temperature: Array) -> Array:
        """The stress along each axis [Pa] that temperatures [K] lock in."""
        lam, mu = self.lame
        return -(3 * lam + 2 * mu) * self.material.alpha * temperature

    def thermal_load(self, name: str, temperature: Temperature) -> Array:
        """Forces (N,) of a temperature field: the work of the stress that it locks in, along the strain."""
        pressure = self.locked_pressure(name, temperature)
        along = (self.skfem.LinearForm(lambda v, w, i=i: w["pressure"] * v.grad[i]) for i in range(3))
        return np.stack([form.assemble(self.basis, pressure=pressure) for form in along], axis=1).ravel()

    def locked_pressure(self, name: str, temperature: Temperature) -> Array:
        """The pressure (e, q) [Pa] that a temperature field locks in at the points of quadrature."""
        places = self.basis.global_coordinates()
        x = np.asarray(getattr(places, "value", places)).transpose(1, 2, 0)  # (e, q, 3)
        return -self.pressed(temperatures_at(name, temperature, x.reshape(-1, 3))).reshape(x.shape[:2])

    def nodes_of(self, name: str, vertices: Array) -> Array:
        """The nodes of the faces all of whose vertices are given."""
        inside = np.asarray(np.isin(self.mesh.facets, vertices).all(axis=0))
        outside = np.zeros(len(inside), dtype=bool)
        outside[self.mesh.boundary_facets()] = True
        faces = np.flatnonzero(inside & outside)
        if not len(faces):
            raise MbfmuError(
                f"interfaces: {name!r} has {len(vertices)} vertices and no whole face of the surface. An interface is a part of the surface."
            )
        return np.unique(self.basis.get_dofs(faces).flatten())

    @cached_property
    def skin(self) -> tuple[Array, Array]:
        """Vertices (p,) of the surface, and its triangles (q, 3) of them, counterclockwise seen from outside."""
        facets = self.mesh.boundary_facets()
        corners = self.mesh.facets[:, facets].T
        x = self.solid.vertices
        inside = x[self.mesh.t[:, self.mesh.f2t[0, facets]].T].mean(axis=1)
        normal = np.cross(x[corners[:, 1]] - x[corners[:, 0]], x[corners[:, -1]] - x[corners[:, 0]])
        inward = np.einsum("fi,fi->f", normal, x[corners].mean(axis=1) - inside) < 0
        corners[inward] = corners[inward][:, ::-1]
        triangles = np.concatenate([corners[:, [0, k, k + 1]] for k in range(1, corners.shape[1] - 1)])
        vertices, numbered = np.unique(triangles, return_inverse=True)
        return vertices, numbered.reshape(triangles.shape)

    def surface(self, T: Array) -> Surface:
        """The surface, with the mean of the stress of all elements at each vertex."""
        vertices, triangles = self.skin
        at_corners = self.skfem.Basis(self.mesh, self.element, quadrature=(self.mesh.elem.refdom.p, np.ones(self.mesh.t.shape[0])))
        count, where = len(self.solid.vertices), self.mesh.t.T.ravel()
        shares = np.bincount(where, minlength=count)
        n = T.shape[1]
        sigma = np.zeros((len(vertices), 6, n))
        for k in range(n):
            stress = self.stress(at_corners, T[:, k])[VOIGT]
            for part in range(6):
                sigma[:, part, k] = (np.bincount(where, stress[part].ravel(), minlength=count) / shares)[vertices]
        Phi = T.reshape(-1, 3, n)[vertices]
        return Surface(self.solid.vertices[vertices], triangles, Phi, sigma)


def hexahedra(elements: Array) -> Array:
    """Corners in the order of scikit-fem from that of meshio."""
    return elements[:, [0, 3, 1, 4, 2, 7, 5, 6]]
