"""Component mode synthesis: displacements of all coordinates by static modes of an interface and by modes that hold it (Craig and Bampton, 1968)."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import eigsh, splu

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .modes import natural_modes, others

DENSE = 400  # coordinates up to which all modes are found, faster than a few of them


def craig_bampton(K: csc_matrix, M: csc_matrix, interface: Array, count: int) -> Array:
    """T (N, b + count): static modes of the b coordinates `interface`, and the `count` lowest modes in which they rest.

    K and M (N, N) are sparse, symmetric stiffness and mass. Raises MbfmuError where the stiffness is singular although the interface is held.
    """
    size, interface = K.shape[0], np.asarray(interface, dtype=int)
    inside = np.setdiff1d(np.arange(size), interface)
    T = np.zeros((size, len(interface)))
    T[interface, np.arange(len(interface))] = 1.0
    if not len(inside):
        return T
    K_inside = csc_matrix(K)[inside][:, inside]
    M_inside = csc_matrix(M)[inside][:, inside]
    factors = factored(K_inside, len(interface))
    T[inside] = -factors.solve(csc_matrix(K)[inside][:, interface].toarray())
    return np.concatenate([T, held_modes(K_inside, M_inside, inside, size, min(count, len(inside)))], axis=1)


def factored(K: csc_matrix, held: int):
    """LU factors of a stiffness whose interface of `held` coordinates is held."""
    try:
        factors = splu(csc_matrix(K))
    except RuntimeError:
        factors = None
    pivots = np.array([0.0]) if factors is None else np.abs(factors.U.diagonal()) / np.abs(K.diagonal()).max()
    if factors is None or pivots.min() < 1e-14:
        raise MbfmuError(
            f"The flexible body can move without deformation although {held} coordinates of its interfaces are held. "
            f"Look for a piece that is not connected to the others, and for interfaces with too few coordinates."
        )
    return factors


def held_modes(K: csc_matrix, M: csc_matrix, inside: Array, size: int, count: int) -> Array:
    """The `count` lowest modes (size, count) of coordinates `inside`, zero in all others."""
    modes = np.zeros((size, count))
    if not count:
        return modes
    if len(inside) <= max(DENSE, 2 * count):
        modes[inside] = eigh(K.toarray(), M.toarray(), subset_by_index=(0, count - 1))[1]
    else:
        start = np.random.default_rng(0).standard_normal(len(inside))  # so that two runs give the same data
        modes[inside] = eigsh(K, count, M, sigma=0.0, which="LM", v0=start)[1]
    return modes


def elastic_modes(K: csc_matrix, M: csc_matrix, T: Array, rigid: Array, highest: float | None = None) -> Array:
    """Natural modes (N, n) of unit mass among combinations of T (N, t), orthogonal to the motions `rigid` (N, 6) of the rigid body.

    T must contain these. Modes above the angular frequency `highest` [rad/s] are left out.
    """
    T = T / np.sqrt(np.einsum("ik,ik->k", T, M @ T))
    MR = M @ rigid
    contained = np.linalg.lstsq(T.T @ (M @ T), T.T @ MR, rcond=None)[0]  # the motions of the rigid body in terms of T
    T = T[:, others(contained / np.linalg.norm(contained, axis=0))]
    stiffness = T.T @ (K @ T)  # to which motions of the rigid body add nothing but roundoff
    T = T - rigid @ np.linalg.solve(rigid.T @ MR, MR.T @ T)
    values, vectors = natural_modes(T.T @ (M @ T), stiffness)
    return T @ vectors[:, values <= (np.inf if highest is None else highest**2)]


def rigid_motions(x: Array) -> Array:
    """Displacements and rotations (6 p, 6) of nodes at x (p, 3) by unit translations and unit rotations about the origin."""
    count = len(x)
    motions = np.zeros((count, 6, 6))
    motions[:, :3, :3] = motions[:, 3:, 3:] = np.eye(3)
    motions[:, :3, 3:] = np.cross(np.eye(3)[None], x[:, None]).transpose(0, 2, 1)
    return motions.reshape(6 * count, 6)
