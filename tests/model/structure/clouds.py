"""Flexible bodies of points, and beams of polynomials, whose sums and modes can be formed directly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial import Polynomial

from mbfmu.model.structure.elastic_data import ElasticData, Node, Surface
from mbfmu.model.structure.points import of_points

CANTILEVER = (1.8751040687119611, 4.694091132974174, 7.854757438237613)  # roots of cos z cosh z = -1


@dataclass(frozen=True)
class Cloud:
    """Point masses m (p,) at x (p, 3) with Phi (p, 3, n), Psi (p, 3, n), G and Gamma (p, 3, n, n); each point is a node."""

    x: np.ndarray
    m: np.ndarray
    Phi: np.ndarray
    Psi: np.ndarray
    G: np.ndarray
    Gamma: np.ndarray
    Ke: np.ndarray
    De: np.ndarray

    def data(self) -> ElasticData:
        nodes = {f"n{k}": Node(self.x[k], self.Phi[k], self.Psi[k], self.G[k], self.Gamma[k]) for k in range(len(self.m))}
        surface = Surface(self.x, np.zeros((0, 3), dtype=int), self.Phi, np.concatenate([self.Phi, self.Psi], axis=1))
        return of_points(self.x, self.m, self.Phi, self.G, self.Ke, self.De, nodes=nodes, surface=surface)


def random_cloud(rng: np.random.Generator, points: int = 12, n: int = 5, rigid: bool = False) -> Cloud:
    """Points at random with modes at random; with `rigid` the last six modes are motions of the rigid body."""
    x, m = rng.normal(size=(points, 3)), rng.uniform(0.5, 2.0, points)
    Phi, Psi, G = rng.normal(size=(points, 3, n)), rng.normal(size=(points, 3, n)), rng.normal(size=(points, 3, n, n))
    Ke = np.diag(rng.uniform(1.0, 1e3, n))
    if rigid:
        turned = np.stack([np.cross(axis, x) for axis in np.eye(3)], axis=-1)
        Phi = np.concatenate([Phi, np.broadcast_to(np.eye(3), (points, 3, 3)), turned], axis=2)
        Psi = np.concatenate([Psi, np.zeros((points, 3, 3)), np.broadcast_to(np.eye(3), (points, 3, 3))], axis=2)
        G = rng.normal(size=(points, 3, n + 6, n + 6))
        Ke = np.pad(Ke, (0, 6))
    Gamma = rng.normal(size=G.shape)
    return Cloud(x, m, Phi, Psi, G + G.transpose(0, 1, 3, 2), Gamma + Gamma.transpose(0, 1, 3, 2), Ke, 0.01 * Ke)


@cache
def slender_beam(degree: int, middle: float = 0.5, nodes: tuple[float, ...] = (0.0, 1.0)) -> ElasticData:
    """A free Euler-Bernoulli beam of unit length, mass and bending stiffness along x that polynomials in y and z bend, exactly.

    Displacements of second order are measured from the point `middle`, so that no node is at rest.
    """
    at, weights = np.polynomial.legendre.leggauss(degree + 4)
    at, weights = (at + 1) / 2, weights / 2
    shapes = [np.polynomial.Legendre.basis(k, domain=[0, 1]).convert(kind=Polynomial) for k in range(degree + 1)]
    directions = [axis for axis in (1, 2) for _ in shapes]
    shapes = shapes * 2
    n = len(shapes)

    def fields(places: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        Phi, Psi, G = np.zeros((len(places), 3, n)), np.zeros((len(places), 3, n)), np.zeros((len(places), 3, n, n))
        for k, (w, axis) in enumerate(zip(shapes, directions)):
            Phi[:, axis, k] = w(places)
            Psi[:, 3 - axis, k] = (1.0 if axis == 1 else -1.0) * w.deriv()(places)
            for l, (v, other) in enumerate(zip(shapes, directions)):
                if other == axis:
                    shortening = (w.deriv() * v.deriv()).integ()
                    G[:, 0, k, l] = shortening(middle) - shortening(places)
        return Phi, Psi, G

    Ke = np.array([[(w.deriv(2) * v.deriv(2)).integ()(1.0) * (a == b) for v, b in zip(shapes, directions)] for w, a in zip(shapes, directions)])
    Phi, Psi, G = fields(np.array(nodes))
    named = {f"at {place:g}": Node(np.array([place, 0.0, 0.0]), Phi[k], Psi[k], G[k]) for k, place in enumerate(nodes)}
    Phi, _, G = fields(at)
    return of_points(np.stack([at, 0 * at, 0 * at], axis=-1), weights, Phi, G, Ke, nodes=named)


def rotating_stiffness(data: ElasticData, w: np.ndarray) -> np.ndarray:
    """Stiffness (n, n) of small motions about e = 0 of a body whose frame turns at w [rad/s] about its origin (A1: the derivative of Q by e)."""
    D = data.N[1:, 1:] + data.H  # of e_k in D_b
    return data.Ke + (np.einsum("i,j,kbij->bk", w, w, D) - (w @ w) * np.einsum("kbii->bk", D))
