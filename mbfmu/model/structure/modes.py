"""Other modes for the same body: combinations, and natural modes of unit mass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, block_diag, cholesky, eigh, solve_triangular

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array, ElasticData, Node, StressPlace, Surface

DEPENDENT = 1e-10  # of the largest eigenvalue of the mass matrix of modes of unit mass: below, modes combine to no motion at all
RIGID = 1e-9  # of mass and of stiffness, relative to the largest: below, a combination of modes is a motion of the rigid body


def in_modes(data: ElasticData, T: ArrayLike) -> ElasticData:
    """The same data in modes that are combinations of its n modes: column k of T (n, n') is the new mode k, so e = T e'."""
    T = np.asarray(T, dtype=float)
    whole = block_diag(1.0, T)  # P_0 = x stays
    return replace(
        data,
        s=whole.T @ data.s,
        N=np.einsum("ac,bd,abij->cdij", whole, whole, data.N, optimize=True),
        g=T.T @ data.g @ T,
        H=np.einsum("kc,ld,klij->cdij", T, T, data.H, optimize=True),
        Me=T.T @ data.Me @ T,
        Ke=T.T @ data.Ke @ T,
        De=T.T @ data.De @ T,
        nodes={name: Node(node.x, node.Phi @ T, node.Psi @ T, T.T @ node.G @ T) for name, node in data.nodes.items()},
        stresses={name: StressPlace(place.x, place.sigma @ T) for name, place in data.stresses.items()},
        surface=None if data.surface is None else surface_in_modes(data.surface, T),
    )


def surface_in_modes(surface: Surface, T: Array) -> Surface:
    """A surface that combinations T (n, n') of its modes deform."""
    return replace(surface, Phi=surface.Phi @ T, sigma=None if surface.sigma is None else surface.sigma @ T)


def mass_normalized(data: ElasticData, highest: float | None = None) -> ElasticData:
    """The data in natural modes, lowest first: Me is the identity, Ke holds the squares of the natural frequencies.

    Drops combinations that move nothing, motions of the rigid body, and modes above the angular frequency `highest` [rad/s].
    Raises MbfmuError if the mass matrix is indefinite, and if a deformation has no stiffness.
    """
    data = in_modes(data, independent(data.Me))
    data = in_modes(data, deformations(data))
    values, T = natural_modes(data.Me, data.Ke)
    kept = values <= (np.inf if highest is None else highest**2)
    data = in_modes(data, T[:, kept])
    return replace(data, Me=np.eye(kept.sum()), Ke=np.diag(values[kept]), De=(data.De + data.De.T) / 2)


def independent(Me: Array, sizes: Array | None = None) -> Array:
    """T (n, n') to modes of unit mass that are orthogonal to each other, without combinations that move nothing.

    Those have no mass beside that of modes divided by `sizes` (n,), by default the roots of the modes' masses.
    Raises MbfmuError if the mass matrix is indefinite.
    """
    if sizes is None:
        sizes = np.sqrt(np.abs(np.diag(Me)))
        sizes = np.where(sizes > 0, sizes, 1.0)
    values, vectors = np.linalg.eigh((Me + Me.T) / 2 / np.outer(sizes, sizes))
    if len(values) and values[0] < -DEPENDENT * max(1.0, values[-1]):
        worst = int(np.argmax(np.abs(vectors[:, 0])))
        raise MbfmuError(
            f"The mass matrix of the flexible body is indefinite: its smallest eigenvalue is {values[0]:.3g} beside masses of 1, "
            f"mostly in mode {worst + 1} (counted from 1). Check the units, and whether rows and columns are in the order of the nodes."
        )
    kept = values > DEPENDENT * max(1.0, values[-1]) if len(values) else np.zeros(0, dtype=bool)
    return vectors[:, kept] / sizes[:, None] / np.sqrt(values[kept])


def deformations(data: ElasticData) -> Array:
    """T (n, n') from modes of unit mass to those that are orthogonal to the motions of the rigid body without stiffness."""
    left, vectors = np.linalg.eigh(mass_beside_rigid_motion(data))
    rigid = vectors[:, left < RIGID]  # these modes are motions of the rigid body; some may have stiffness, of a joint inside, and stay
    stiffness, turned = np.linalg.eigh(rigid.T @ data.Ke @ rigid)
    dropped = rigid @ turned[:, np.abs(stiffness) < RIGID * max(np.abs(data.Ke).max(initial=0.0), 1e-300)]
    q, _ = np.linalg.qr(dropped, mode="complete")
    return q[:, dropped.shape[1] :]


def mass_beside_rigid_motion(data: ElasticData) -> Array:
    """Me less the largest part of it (n, n) that motions of the rigid body can take: zero along those."""
    rigid, coupling = rigid_mass(data)
    values, vectors = np.linalg.eigh(rigid)
    carried = vectors[:, values > DEPENDENT * values[-1]]  # a straight line of points has no inertia about itself
    along = carried.T @ coupling
    return data.Me - along.T @ (along / values[values > DEPENDENT * values[-1]][:, None])


def rigid_mass(data: ElasticData) -> tuple[Array, Array]:
    """The mass matrix of the rigid body (6, 6) about its centre of mass in units of its size, and its coupling (6, n) with the modes."""
    n, c = data.modes, data.s[0] / data.m
    second = data.N[0, 0] - data.m * np.outer(c, c)
    size = np.sqrt(max(np.trace(second) / data.m, 1e-300))
    mass = np.zeros((6, 6))
    mass[:3, :3] = (np.trace(second) * np.eye(3) - second) / size**2
    mass[3:, 3:] = data.m * np.eye(3)
    coupling = np.zeros((6, n))
    about = data.N[0, 1:] - np.einsum("i,kj->kij", c, data.s[1:])
    coupling[:3] = axial(about).T / size
    coupling[3:] = data.s[1:].T
    return mass, coupling


def axial(A: Array) -> Array:
    """The vectors (..., 3) of sum r x p for A = sum r p^T (..., 3, 3)."""
    return np.stack([A[..., 1, 2] - A[..., 2, 1], A[..., 2, 0] - A[..., 0, 2], A[..., 0, 1] - A[..., 1, 0]], axis=-1)


def natural_modes(Me: Array, Ke: Array) -> tuple[Array, Array]:
    """Squares of the natural frequencies (n,) [rad2/s2], lowest first, and modes (n, n) of unit mass."""
    if not len(Me):
        return np.zeros(0), np.zeros((0, 0))
    Ke = (Ke + Ke.T) / 2
    try:
        cholesky(Ke)
    except LinAlgError:
        values, vectors = np.linalg.eigh(Ke)
        worst = int(np.argmax(np.abs(vectors[:, 0])))
        raise MbfmuError(
            f"A deformation of the flexible body has no stiffness: the smallest eigenvalue of its stiffness is {values[0] / abs(values[-1]):.3g} "
            f"of the largest, mostly in mode {worst + 1} (counted from 1). Look for a piece that nothing holds, or a stiffness of the wrong sign."
        ) from None
    vectors = eigh((Me + Me.T) / 2, Ke)[1][:, ::-1]  # by flexibility, in which the lowest modes are the largest and the most exact
    unit = solve_triangular(cholesky(vectors.T @ Me @ vectors, lower=True), vectors.T, lower=True).T  # orthogonal to roundoff, also the highest
    return np.einsum("ik,ij,jk->k", unit, Ke, unit), unit
