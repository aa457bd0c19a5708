"""The straight Timoshenko element of two nodes: displacements and strains along it, stiffness and mass.

Its coordinates are (u, psi) of node a and of node b, 12 numbers along its axes. Deflections are the cubics that solve the unloaded beam with shear
(Przemieniecki, Theory of Matrix Structural Analysis, section 5.6), so that static answers to loads at nodes are exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..sections import Material, Section
from .elastic_data import Array


@dataclass(frozen=True)
class Fields:
    """What 12 coordinates do at points along an element: all (p, 3, 12), along its axes."""

    u: Array  # displacement of the axis
    psi: Array  # rotation of the section
    strain: Array  # of the axis, and two of shear
    curvature: Array  # twist and two of bending [1/m]


@dataclass(frozen=True)
class BeamElement:
    """A straight piece of beam."""

    length: float  # [m]
    section: Section
    material: Material

    @property
    def strain_stiffness(self) -> Array:
        """Normal force and two shear forces by unit strains (3,) [N]."""
        stiffness = self.section.stiffness(self.material)
        return np.array([stiffness[name] for name in ("EA", "GA_y", "GA_z")])

    @property
    def curvature_stiffness(self) -> Array:
        """Torque and two bending moments by unit curvatures (3,) [N.m2]."""
        stiffness = self.section.stiffness(self.material)
        return np.array([stiffness[name] for name in ("GJ", "EI_y", "EI_z")])

    def fields(self, xi: Array) -> Fields:
        """Displacements and strains at places xi (p,) between 0 and 1."""
        u, psi, strain, curvature = (np.zeros((len(xi), 3, 12)) for _ in range(4))
        L, one = self.length, np.ones_like(xi)
        for along, axis in ((u, 0), (psi, 0)):
            offset = 0 if along is u else 3
            along[:, axis, offset], along[:, axis, offset + 6] = 1 - xi, xi
            (strain if along is u else curvature)[:, 0, [offset, offset + 6]] = np.stack([-one, one], axis=1) / L
        for axis, about, sign in ((1, 2, 1.0), (2, 1, -1.0)):  # w' is -psi_y where v' is psi_z
            shear = 12 * self.curvature_stiffness[about] / (self.strain_stiffness[axis] * L**2)
            places = [axis, 3 + about, 6 + axis, 9 + about]
            signs = np.array([1.0, sign, 1.0, sign])
            w, turned, bent, sheared = deflection(xi, L, shear)
            u[:, axis, places] = w * signs
            psi[:, about, places] = turned * signs * sign
            curvature[:, about, places] = bent * signs * sign
            strain[:, axis, places] = sheared * signs
        return Fields(u, psi, strain, curvature)

    def stiffness(self) -> Array:
        """K (12, 12)."""
        xi, weights = quadrature(3)
        at = self.fields(xi)
        K = np.einsum("p,pia,i,pib->ab", weights, at.strain, self.strain_stiffness, at.strain)
        K += np.einsum("p,pia,i,pib->ab", weights, at.curvature, self.curvature_stiffness, at.curvature)
        return self.length * K

    def mass(self) -> Array:
        """M (12, 12) with the rotary inertia of sections."""
        xi, weights = quadrature(4)
        at, section = self.fields(xi), self.section
        moments = np.array([section.I_y + section.I_z, section.I_y, section.I_z])
        M = section.A * np.einsum("p,pia,pib->ab", weights, at.u, at.u) + np.einsum("p,pia,i,pib->ab", weights, at.psi, moments, at.psi)
        return self.length * self.material.rho * M


def deflection(xi: Array, L: float, shear: float) -> tuple[Array, Array, Array, Array]:
    """Deflection w, slope of the section, curvature and shear strain (p, 4) by w and slope of both ends; `shear` is 12 E I / (k G A L^2)."""
    one = np.ones_like(xi)
    w = [1 - 3 * xi**2 + 2 * xi**3 + shear * (1 - xi), L * (xi - 2 * xi**2 + xi**3 + shear / 2 * (xi - xi**2))]
    w += [3 * xi**2 - 2 * xi**3 + shear * xi, L * (-(xi**2) + xi**3 - shear / 2 * (xi - xi**2))]
    turned = [6 / L * (xi**2 - xi), 1 - 4 * xi + 3 * xi**2 + shear * (1 - xi), 6 / L * (xi - xi**2), -2 * xi + 3 * xi**2 + shear * xi]
    bent = [6 / L**2 * (2 * xi - 1), (6 * xi - 4 - shear) / L, 6 / L**2 * (1 - 2 * xi), (6 * xi - 2 + shear) / L]
    sheared = [-shear / L * one, -shear / 2 * one, shear / L * one, -shear / 2 * one]
    return tuple(np.stack(of, axis=1) / (1 + shear) for of in (w, turned, bent, sheared))  # type: ignore[return-value]


def quadrature(count: int) -> tuple[Array, Array]:
    """Gauss' places and weights between 0 and 1."""
    xi, weights = np.polynomial.legendre.leggauss(count)
    return (xi + 1) / 2, weights / 2
