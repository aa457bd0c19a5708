"""Displacements of second order along a beam: those with which its strains stay linear in the modes.

The section at s stands at r and is turned by exp(theta) of a rotation vector theta = psi + gamma, psi of first and gamma of second order. The
strains of the geometrically exact beam (Simo, 1985), R^T r' - t and the axial vector of R^T R', have no part of second order if

    gamma' = 1/2 psi x psi'        r'_2 = gamma x t + 1/2 psi x (psi x t) + psi x Gamma,    Gamma = u' - psi x t

with t the direction of the axis. In the plane this is the known shortening -1/2 (v')^2. Both begin with zero at the first vertex.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mbfmu.base.spatial.rotations import skew

from .beam_element import BeamElement
from .elastic_data import Array


class Shortening:
    """Rotation gamma and displacement of second order (3, n, n) at a place, symmetric in the modes, as in 1/2 e.G.e."""

    def __init__(self, n: int, rotation: Array | None = None, displacement: Array | None = None):
        self.rotation = np.zeros((3, n, n)) if rotation is None else rotation
        self.displacement = np.zeros((3, n, n)) if displacement is None else displacement

    def along(self, element: BeamElement, R: Array, coordinates: Array, xi: Array) -> Inside:
        """What is at Gauss' places xi (p,) of an element with axes R (3, 3) that begins here."""
        at = element.fields(xi)
        u, psi, strain, curvature = (R @ field @ coordinates for field in (at.u, at.psi, at.strain, at.curvature))
        t, L = R[:, 0], element.length
        inside, whole = integration(xi)
        gamma_rate = symmetric(psi, curvature) / 2
        gamma = self.rotation + L * np.tensordot(inside, gamma_rate, 1)
        rate = across(gamma, t) + twice(psi, t) + symmetric(psi, strain)
        displacement = self.displacement + L * np.tensordot(inside, rate, 1)
        n = coordinates.shape[1]
        end = Shortening(n, self.rotation + L * np.tensordot(whole, gamma_rate, 1), self.displacement + L * np.tensordot(whole, rate, 1))
        return Inside(u, psi, gamma, displacement, end)


@dataclass(frozen=True, eq=False)
class Inside:
    """Displacements and rotations at places inside an element: first order (p, 3, n), second (p, 3, n, n)."""

    u: Array
    psi: Array
    gamma: Array
    displacement: Array
    end: Shortening

    def second_order(self, offset: Array) -> Array:
        """G (p, 3, n, n) of points that stand at `offset` (3,) from the axis."""
        return self.displacement + across(self.gamma, offset) + twice(self.psi, offset)


def symmetric(a: Array, b: Array) -> Array:
    """a_k x b_l + a_l x b_k (p, 3, n, n) of (p, 3, n)."""
    product = np.cross(a[:, :, :, None], b[:, :, None, :], axis=1)
    return product + product.transpose(0, 1, 3, 2)


def across(a: Array, r: Array) -> Array:
    """a x r of vectors (p, 3, ...)."""
    return np.einsum("ji,pj...->pi...", skew(r), a)


def twice(psi: Array, r: Array) -> Array:
    """1/2 (psi_k x (psi_l x r) + psi_l x (psi_k x r)) of (p, 3, n)."""
    return symmetric(psi, across(psi, r)) / 2


def integration(xi: Array) -> tuple[Array, Array]:
    """Weights (p, p) of integrals from 0 to each place, and (p,) to 1, of polynomials by their values at places xi."""
    powers = np.linalg.inv(np.vander(xi, increasing=True))
    degrees = np.arange(len(xi)) + 1.0
    return (xi[:, None] ** degrees / degrees) @ powers, (1.0 / degrees) @ powers
