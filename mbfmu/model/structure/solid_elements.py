"""Quadratic solid elements by scikit-fem: stiffness, mass, geometric stiffness, stress at the surface."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix, identity, kron

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array, Surface
from .finite_elements import FiniteElements
from .material import Material
from .mesh_file import NEEDS, SolidMesh

VOIGT = ([0, 1, 2, 0, 1, 2], [0, 1, 2, 1, 2, 0])  # xx, yy, zz, xy, yz, zx


class SolidElements:
    """A mesh with quadratic displacements. Coordinates are node by node x, y, z; nodes are the vertices, then the others."""

    def __init__(self, mesh: SolidMesh, material: Material):
        try:
            import skfem
        except ImportError:
            raise MbfmuError(NEEDS) from None
        self.skfem, self.solid, self.material = skfem, mesh, material
        tetra = mesh.elements.shape[1] == 4
        self.mesh = (skfem.MeshTet if tetra else skfem.MeshHex)(mesh.vertices.T, hexahedra(mesh.elements).T if not tetra else mesh.elements.T)
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
        lam, mu = self.lame
        gradient = np.stack([basis.interpolate(np.ascontiguousarray(u[i::3])).grad for i in range(3)])  # du_i/dx_j
        strain = (gradient + gradient.transpose(1, 0, 2, 3)) / 2
        return lam * np.einsum("iieq->eq", strain) * np.eye(3)[:, :, None, None] + 2 * mu * strain

    def stiffening(self, u: Array, T: Array) -> Array:
        """Geometric stiffness (n, n) along modes T (N, n) by the stress of displacements u (N,)."""
        form = self.skfem.BilinearForm(lambda a, b, w: np.einsum("i...,ij...,j...->...", a.grad, w.sigma, b.grad))
        Kg = form.assemble(self.basis, sigma=self.stress(self.basis, u))
        return sum(T[i::3].T @ (Kg @ T[i::3]) for i in range(3))

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
