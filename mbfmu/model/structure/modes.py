"""Other modes for the same body: combinations, and natural modes of unit mass."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import LinAlgError, block_diag, cholesky, qr, solve_triangular, svd

from mbfmu.base.errors import MbfmuError

from .axial import axial
from .elastic_data import Array, ElasticData, Node, StressPlace, Surface
from .plain_modes import along_axes, signs, without_roundoff

DEPENDENT = 1e-10  # of the mass of modes of unit mass: below, they combine to no motion at all
MASSLESS = 1e-13  # of the period of the slowest mode: below, what oscillates has stiffness only
CONTRADICTORY = 1e-6  # of mass: more than digits of files
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
        nodes={name: Node(node.x, node.Phi @ T, node.Psi @ T, T.T @ node.G @ T, T.T @ node.Gamma @ T) for name, node in data.nodes.items()},
        stresses={name: StressPlace(place.x, place.sigma @ T) for name, place in data.stresses.items()},
        surface=None if data.surface is None else surface_in_modes(data.surface, T),
        temperatures={
            name: replace(field, load=T.T @ field.load, stiffening=T.T @ field.stiffening @ T) for name, field in data.temperatures.items()
        },
    )


def surface_in_modes(surface: Surface, T: Array) -> Surface:
    """A surface that combinations T (n, n') of its modes deform."""
    return replace(surface, Phi=surface.Phi @ T, sigma=None if surface.sigma is None else surface.sigma @ T)


def mass_normalized(data: ElasticData, highest: float | None = None) -> ElasticData:
    """The data in natural modes, lowest first: Me is the identity, Ke is diagonal with the squares of the natural frequencies.

    Drops combinations that move nothing, motions of the rigid body, and modes above the angular frequency `highest` [rad/s].
    Raises MbfmuError if the mass matrix of modes or of the whole body is indefinite, and if a deformation has no stiffness.
    """
    refuse_contradictions(data)
    return natural(data, sizes(data.Me), np.inf if highest is None else highest)


def sizes(Me: Array) -> Array:
    """Roots of the masses of modes (n,), 1 where there are none."""
    roots = np.sqrt(np.abs(np.diag(Me)))
    return np.where(roots > 0, roots, 1.0)


def natural(data: ElasticData, sizes: Array, highest: float = np.inf) -> ElasticData:
    """`mass_normalized`, where combinations move nothing whose mass is small beside that of modes divided by `sizes` (n,)."""
    data = in_modes(data, moving(data, sizes))
    data = in_modes(data, deformations(data))
    values, T = natural_modes(data.Me, data.Ke)
    kept = values <= highest**2
    data = in_modes(data, T[:, kept])
    data = in_modes(data, along_axes(data.N, values[kept]))
    data = without_roundoff(in_modes(data, np.diag(signs(data))))
    return replace(data, Me=np.eye(kept.sum()), Ke=np.diag(values[kept]), De=(data.De + data.De.T) / 2)


def moving(data: ElasticData, sizes: Array) -> Array:
    """T (n, n') without as many modes as there are combinations that neither move nor deform anything."""
    still = unit_mass(data.Me, sizes)[1]
    stiffness, turned = np.linalg.eigh(still.T @ data.Ke @ still)
    largest = np.abs(np.diag(data.Ke) / sizes**2).max(initial=0.0)
    still = still @ turned[:, np.abs(stiffness) <= RIGID * largest]
    return np.eye(data.modes)[:, others(still * sizes[:, None])]


def unit_mass(Me: Array, sizes: Array) -> tuple[Array, Array]:
    """Combinations T (n, n') of unit mass, and those (n, n - n') that move nothing, of modes divided by `sizes` (n,).

    Raises MbfmuError if the mass matrix is indefinite.
    """
    if not len(Me):
        return np.zeros((0, 0)), np.zeros((0, 0))
    values, vectors = np.linalg.eigh((Me + Me.T) / 2 / np.outer(sizes, sizes))
    scale = max(1.0, values[-1])
    if values[0] < -DEPENDENT * scale:
        worst = int(np.argmax(np.abs(vectors[:, 0])))
        raise MbfmuError(
            f"The mass matrix of the flexible body is indefinite: its smallest eigenvalue is {values[0]:.3g} beside masses of 1, "
            f"mostly in mode {worst + 1} (counted from 1). Check the units, and whether rows and columns are in the order of the nodes."
        )
    vectors = vectors / sizes[:, None]
    kept = values > DEPENDENT * scale
    return vectors[:, kept] / np.sqrt(values[kept]), vectors[:, ~kept]


def others(combinations: Array) -> Array:
    """Numbers (n - r,) of modes left if one is given up for each of r combinations (n, r), the ones that are largest in them."""
    count = combinations.shape[1]
    given_up = qr(combinations.T, mode="r", pivoting=True)[1][:count] if count else []
    return np.setdiff1d(np.arange(len(combinations)), given_up)


def deformations(data: ElasticData) -> Array:
    """T (n, n') to modes that are orthogonal to the motions of the rigid body without stiffness, as many as those fewer."""
    unit, _ = unit_mass(data.Me, sizes(data.Me))
    left, vectors = np.linalg.eigh(unit.T @ mass_beside_rigid_motion(data) @ unit)
    rigid = unit @ vectors[:, left < RIGID]  # motions of the rigid body; some may have stiffness, of a joint inside, and stay
    stiffness, turned = np.linalg.eigh(rigid.T @ data.Ke @ rigid)
    rigid = rigid @ turned[:, np.abs(stiffness) <= RIGID * np.abs(unit.T @ data.Ke @ unit).max(initial=0.0)]
    kept = others(rigid * sizes(data.Me)[:, None])
    return np.eye(data.modes)[:, kept] - rigid @ (rigid.T @ data.Me[:, kept])


def refuse_contradictions(data: ElasticData) -> None:
    """Raise MbfmuError if modes carry more momentum than their mass allows."""
    unit, _ = unit_mass(data.Me, sizes(data.Me))
    left = np.linalg.eigvalsh(unit.T @ mass_beside_rigid_motion(data) @ unit)
    if len(left) and left[0] < -CONTRADICTORY:
        raise MbfmuError(
            f"The inertia of the flexible body contradicts itself: modes carry more linear and angular momentum than their mass allows (the smallest "
            f"eigenvalue of the whole mass matrix is {left[0]:.3g} beside masses of 1). Compare s, N and Me, which are mdCM, J, Ct, Cr and Me in SID."
        )


def mass_beside_rigid_motion(data: ElasticData) -> Array:
    """Me less the largest part of it (n, n) that motions of the rigid body can take: zero along those."""
    rigid, coupling = rigid_mass(data)
    values, vectors = np.linalg.eigh(rigid)
    carried = values > DEPENDENT * values[-1]  # a straight line of points has no inertia about itself
    along = vectors[:, carried].T @ coupling
    return data.Me - along.T @ (along / values[carried][:, None])


def rigid_mass(data: ElasticData) -> tuple[Array, Array]:
    """The mass matrix of the rigid body (6, 6) about its centre of mass in units of its size, and its coupling (6, n) with the modes."""
    n, c = data.modes, data.s[0] / data.m
    second = data.N[0, 0] - data.m * np.outer(c, c)
    size = np.sqrt(max(np.trace(second) / data.m, 1e-300))
    mass = np.zeros((6, 6))
    mass[:3, :3] = (np.trace(second) * np.eye(3) - second) / size**2
    mass[3:, 3:] = data.m * np.eye(3)
    coupling = np.zeros((6, n))
    coupling[:3] = axial(data.N[0, 1:] - np.einsum("i,kj->kij", c, data.s[1:])).T / size
    coupling[3:] = data.s[1:].T
    return mass, coupling


def natural_modes(Me: Array, Ke: Array) -> tuple[Array, Array]:
    """Squares of the natural frequencies (n',) [rad2/s2], lowest first, and modes (n, n') of unit mass; those without mass are left out.

    Of factors Me = R^T R and Ke = L L^T, the singular values of R L^-T are the roots of the flexibilities: so stiff modes do not blur the lowest.
    """
    if not len(Me):
        return np.zeros(0), np.zeros((0, 0))
    size, Ke = sizes(Me), (Ke + Ke.T) / 2
    values, vectors = np.linalg.eigh((Me + Me.T) / 2 / np.outer(size, size))
    root = np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T * size
    try:
        factor = cholesky(Ke, lower=True)
    except LinAlgError:
        values, vectors = np.linalg.eigh(Ke)
        worst = int(np.argmax(np.abs(vectors[:, 0])))
        raise MbfmuError(
            f"A deformation of the flexible body has no stiffness: the smallest eigenvalue of its stiffness is {values[0] / abs(values[-1]):.3g} of "
            f"the largest, mostly in mode {worst + 1} (counted from 1). Look for a piece that nothing holds, or a stiffness of the wrong sign."
        ) from None
    _, periods, turned = svd(solve_triangular(factor, root.T, lower=True).T)
    kept = periods > MASSLESS * periods[0]
    T = solve_triangular(factor, turned[kept].T, lower=True, trans="T") / periods[kept]
    return 1.0 / periods[kept] ** 2, T
