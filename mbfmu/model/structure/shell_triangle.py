"""The flat triangle of shells: a membrane with drilling rotations and a plate with shear, three nodes of six coordinates.

Membrane: the optimal triangle OPT of Felippa, A study of optimal membrane triangles with drilling freedoms, Comput. Methods Appl. Mech. Engrg. 192
(2003) 2125-2168: the basic stiffness with alpha_b = 3/2, and deviatoric natural strains along the sides (ANDES) with the coefficients BETA and
beta_0 = (1 - 4 nu^2) / 2. Two triangles that make a rectangle of any shape bend in their plane as a beam does.

Plate: DKMT of Katili, A new discrete Kirchhoff-Mindlin element based on Mindlin-Reissner plate theory and assumed shear strain fields, part I,
Int. J. Numer. Methods Engrg. 36 (1993) 1859-1883. Rotations of fibres are linear, and quadratic along the sides k of length L_k by

    D_k = -3 / (2 (1 + phi_k)) ((w_j - w_i) / L_k + (b_i + b_j) / 2),    phi_k = 2 / (kappa (1 - nu)) (h / L_k)^2

with b the rotations along the side, so that moments and shear along a side are in equilibrium; shear strains along the sides are -2/3 phi_k D_k.
Thin plates, where phi_k is zero, are those of Kirchhoff (DKT of Batoz, Bathe and Ho, 1980).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..sections import Material
from .elastic_data import Array

KAPPA = 5 / 6  # of shear, Reissner's
LOWEST = 0.01  # of beta_0, which would be zero for rubber
BETA = np.array([[1.0, 2.0, 1.0], [0.0, 1.0, -1.0], [-1.0, -1.0, -2.0]])  # beta_1 to beta_9 of OPT: natural strains at corner 1 by rotations
CORNERS = np.eye(3)  # area coordinates (q, 3)
SIDES = np.array([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.5, 0.0, 0.5]])  # Gauss' points of degree 2, the middles of sides 12, 23, 31
IN_PLANE = np.array([0, 1, 5, 6, 7, 11, 12, 13, 17])  # u, v, theta_z of each node, among its u, v, w, theta_x, theta_y, theta_z
ACROSS = np.array([2, 3, 4, 8, 9, 10, 14, 15, 16])  # w, theta_x, theta_y
NEXT = np.array([1, 2, 0])


@dataclass(frozen=True, eq=False)
class Strains:
    """What the 18 coordinates along the axes of each triangle do at q points: all (t, q, ..., 18)."""

    membrane: Array  # (t, q, 3, 18) xx, yy, 2 xy of the middle surface
    curvature: Array  # (t, q, 3, 18) xx, yy, 2 xy [1/m]: strains of a fibre at z are membrane + z curvature
    shear: Array  # (t, q, 2, 18) xz, yz


@dataclass(frozen=True, eq=False)
class ShellTriangles:
    """Triangles in space, each of one thickness and of the same material."""

    x: Array  # (t, 3, 3) corners [m]
    h: Array  # (t,) thickness [m]
    material: Material

    @cached_property
    def axes(self) -> Array:
        """R (t, 3, 3) whose columns are the axes: x along side 12, z the normal, seen from which the corners go counterclockwise."""
        along = self.x[:, 1] - self.x[:, 0]
        normal = np.cross(along, self.x[:, 2] - self.x[:, 0])
        t, n = (of / np.linalg.norm(of, axis=1, keepdims=True) for of in (along, normal))
        return np.stack([t, np.cross(n, t), n], axis=2)

    @cached_property
    def in_plane(self) -> Array:
        """Corners (t, 3, 3) along its axes, from the first."""
        return (self.x - self.x[:, :1]) @ self.axes

    @cached_property
    def sides(self) -> Array:
        """Sides 12, 23 and 31 (t, 3, 2) in the plane, along its axes."""
        return (self.in_plane[:, NEXT] - self.in_plane)[:, :, :2]

    @cached_property
    def area(self) -> Array:
        """(t,) [m2]."""
        return cross(self.sides[:, 0], self.sides[:, 1]) / 2

    @cached_property
    def slopes(self) -> Array:
        """Gradients (t, 3, 2) of the area coordinates [1/m]."""
        opposite = self.sides[:, NEXT]
        return np.stack([-opposite[..., 1], opposite[..., 0]], axis=-1) / (2 * self.area[:, None, None])

    @property
    def plane_stress(self) -> Array:
        """Stress (3, 3) [Pa] by strains xx, yy, 2 xy."""
        E, nu = self.material.E, self.material.nu
        return E / (1 - nu**2) * np.array([[1.0, nu, 0.0], [nu, 1.0, 0.0], [0.0, 0.0, (1 - nu) / 2]])

    def turned(self) -> Array:
        """T (t, 18, 18): coordinates along the axes of each triangle from those along the axes of the body."""
        T = np.zeros((len(self.x), 18, 18))
        for k in range(0, 18, 3):
            T[:, k : k + 3, k : k + 3] = self.axes.transpose(0, 2, 1)
        return T

    def strains(self, points: Array) -> Strains:
        """Strains at points by area coordinates (q, 3)."""
        membrane, curvature, shear = (np.zeros((len(self.x), len(points), rows, 18)) for rows in (3, 3, 2))
        membrane[..., IN_PLANE] = self.constant()[:, None] + np.einsum("qi,tiab->tqab", points, self.deviatoric())
        curvature[..., ACROSS], shear[..., ACROSS] = self.bending(points)
        return Strains(membrane, curvature, shear)

    def constant(self) -> Array:
        """The mean strains (t, 3, 9) of the membrane: forces L of constant stress, as it works along the sides, over the volume."""
        B = np.zeros((len(self.x), 3, 3, 3))  # strain, corner, coordinate
        after, before = self.sides, self.sides[:, NEXT[NEXT]]  # the sides that begin and end at a corner
        dx, dy = (after + before)[..., 0], (after + before)[..., 1]
        B[:, 0, :, 0] = B[:, 2, :, 1] = dy
        B[:, 1, :, 1] = B[:, 2, :, 0] = -dx
        B[:, 0, :, 2] = (before[..., 1] ** 2 - after[..., 1] ** 2) / 4  # alpha_b / 6 of it, alpha_b = 3/2
        B[:, 1, :, 2] = (before[..., 0] ** 2 - after[..., 0] ** 2) / 4
        B[:, 2, :, 2] = (after[..., 0] * after[..., 1] - before[..., 0] * before[..., 1]) / 2
        return B.reshape(len(self.x), 3, 9) / (2 * self.area[:, None, None])

    def deviatoric(self) -> Array:
        """Strains (t, 3, 3, 9) of the membrane at each corner beside their mean, by rotations against the mean rotation."""
        squares = (self.sides**2).sum(axis=2)  # of lengths
        c, s = self.sides[..., 0], self.sides[..., 1]
        natural = np.stack([c**2, s**2, c * s], axis=2) / squares[..., None]  # (t, side, xx yy 2xy): strains along the sides
        rotations = np.zeros((len(self.x), 3, 9))  # against the mean rotation of the plane
        for k in range(3):
            rotations[:, :, 3 * k : 3 * k + 2] = -np.stack([-self.slopes[:, k, 1], self.slopes[:, k, 0]], axis=1)[:, None] / 2
            rotations[:, k, 3 * k + 2] = 1.0
        by_rotations = np.stack([self.natural_strains(corner, squares) for corner in range(3)], axis=1)
        share = 1.5 * np.sqrt(max((1 - 4 * self.material.nu**2) / 2, LOWEST))
        return share * np.linalg.inv(natural)[:, None] @ by_rotations @ rotations[:, None]

    def natural_strains(self, corner: int, squares: Array) -> Array:
        """Strains (t, 3, 3) along the sides at a corner by rotations: BETA, turned with the corner, over the squares of lengths."""
        turned = np.roll(BETA, (corner, corner), axis=(0, 1))
        return 2 / 3 * self.area[:, None, None] * turned / squares[:, :, None]

    def bending(self, points: Array) -> tuple[Array, Array]:
        """Curvatures (t, q, 3, 9) and shear strains (t, q, 2, 9) of the plate by w, theta_x, theta_y of each node."""
        count, q = len(self.x), len(points)
        length = np.linalg.norm(self.sides, axis=2)
        c, s = self.sides[..., 0] / length, self.sides[..., 1] / length
        phi = 2 / (KAPPA * (1 - self.material.nu)) * (self.h[:, None] / length) ** 2
        linear, quadratic = np.zeros((count, 3, 9)), np.zeros((count, 3, 9))  # curvature by corners; D_k by coordinates
        for k in range(3):
            x, y = self.slopes[:, k].T
            linear[:, 0, 3 * k + 2], linear[:, 1, 3 * k + 1] = x, -y
            linear[:, 2, 3 * k + 1], linear[:, 2, 3 * k + 2] = -x, y
            for node, sign in ((k, -1.0), (NEXT[k], 1.0)):
                quadratic[:, k, 3 * node] = sign / length[:, k]
                quadratic[:, k, 3 * node + 1], quadratic[:, k, 3 * node + 2] = -s[:, k] / 2, c[:, k] / 2
        quadratic *= (-1.5 / (1 + phi))[..., None]
        rates = 4 * (points[:, :, None] * self.slopes[:, None, NEXT] + points[:, NEXT, None] * self.slopes[:, None])  # (t, q, k, 2)
        x, y = rates[..., 0], rates[..., 1]
        bubbles = np.stack([x * c[:, None], y * s[:, None], y * c[:, None] + x * s[:, None]], axis=2)
        curvature = linear[:, None] + bubbles @ quadratic[:, None]
        along = -2 / 3 * phi[..., None] * quadratic  # shear strains along the sides
        at_corners = np.zeros((count, 3, 2, 9))
        for k in range(3):
            before = NEXT[NEXT[k]]
            pair = np.stack([np.stack([c[:, m], s[:, m]], axis=1) for m in (k, before)], axis=1)
            at_corners[:, k] = np.linalg.solve(pair, along[:, [k, before]])
        return curvature, np.einsum("qi,tiab->tqab", points, at_corners).reshape(count, q, 2, 9)

    @cached_property
    def stiffness(self) -> Array:
        """K (t, 18, 18) along the axes of each triangle."""
        at, C = self.strains(SIDES), self.plane_stress
        share = self.area / len(SIDES)
        K = np.einsum("t,tqai,ab,tqbj->tij", share * self.h, at.membrane, C, at.membrane, optimize=True)
        K += np.einsum("t,tqai,ab,tqbj->tij", share * self.h**3 / 12, at.curvature, C, at.curvature, optimize=True)
        return K + np.einsum("t,tqai,tqaj->tij", share * self.h * KAPPA * self.material.G, at.shear, at.shear, optimize=True)


def cross(a: Array, b: Array) -> Array:
    """a x b (...) of vectors (..., 2) in a plane."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
