"""Component mode synthesis: motions of all coordinates by static modes of an interface and by modes that hold it (Craig and Bampton, 1968)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import LinearOperator, eigsh, splu

from mbfmu.base.errors import MbfmuError

from .elastic_data import Array
from .modes import natural_modes, others

DENSE = 400  # coordinates up to which all modes are found, faster than a few of them
SYMMETRIC = {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}  # of SuperLU: less fills in
SINGULAR = 1e-14  # of the largest diagonal entry: of pivots
WITHOUT_INERTIA = 1e-13  # of the largest: eigenvalues of the mass matrix of a rigid body that are roundoff


@dataclass(frozen=True, eq=False)
class HeldInterface:
    """A body whose b interface coordinates are held: its static modes, and the factors of the stiffness of all others."""

    K: csc_matrix  # (N, N)
    M: csc_matrix
    interface: Array  # (b,)
    inside: Array  # (N - b,)
    factors: Any  # of K inside; None if there is nothing inside
    static: Array  # (N, b)

    def modes(self, count: int) -> Array:
        """The `count` lowest modes (N, count) in which the interface rests, of unit mass; fewer where less than that has mass."""
        count = min(count, len(self.inside))
        if not count:
            return np.zeros((self.K.shape[0], 0))
        K, M = (of[self.inside][:, self.inside] for of in (self.K, self.M))
        if len(self.inside) <= max(DENSE, 2 * count):
            found = natural_modes(M.toarray(), K.toarray())[1][:, :count]
        else:
            start = np.random.default_rng(0).standard_normal(len(self.inside))  # so that two runs give the same data
            inverse = LinearOperator(K.shape, self.factors.solve, dtype=float)
            found = eigsh(K, count, M, sigma=0.0, which="LM", v0=start, OPinv=inverse)[1]
        modes = np.zeros((self.K.shape[0], found.shape[1]))
        modes[self.inside] = found
        return modes

    def answer(self, load: Array, held: int) -> Array:
        """Static displacements (N, l) under loads (N, l) where the first `held` coordinates of the interface rest."""
        u = np.zeros(load.shape)
        if len(self.inside):
            u[self.inside] = self.factors.solve(load[self.inside])
        free = self.static[:, held:]
        return u + free @ np.linalg.solve(free.T @ (self.K @ free), free.T @ load) if free.shape[1] else u

    def beyond(self, modes: Array, loads: Array) -> Array:
        """What (N, l) static answers to loads (N, l) have beside the static modes and `modes` (N, n): nothing at the interface."""
        u = self.answer(loads, len(self.interface))
        return u - modes @ np.linalg.solve(modes.T @ (self.K @ modes), modes.T @ loads)


def refuse_counts(highest: float | None, **counts: int) -> None:
    """Raise MbfmuError for numbers of something that are negative or not whole, and for a highest angular frequency that is not positive."""
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
            raise MbfmuError(f"{name} is {count!r}, and must be a whole number, not negative.")
    if highest is not None and not highest > 0:
        raise MbfmuError(f"highest is {highest!r}, and must be a positive angular frequency [rad/s].")


def held_interface(K: csc_matrix, M: csc_matrix, interface: Array) -> HeldInterface:
    """Hold the coordinates `interface` (b,) of a body with stiffness and mass K, M (N, N).

    Raises MbfmuError if the body can still move without deformation.
    """
    K, M, interface = csc_matrix(K), csc_matrix(M), np.asarray(interface, dtype=int)
    inside = np.setdiff1d(np.arange(K.shape[0]), interface)
    static = np.zeros((K.shape[0], len(interface)))
    static[interface, np.arange(len(interface))] = 1.0
    if not len(inside):
        return HeldInterface(K, M, interface, inside, None, static)
    factors = factored(csc_matrix(K[inside][:, inside]), len(interface))
    static[inside] = -factors.solve(K[inside][:, interface].toarray())
    return HeldInterface(K, M, interface, inside, factors, static)


def factored(K: csc_matrix, held: int) -> Any:
    """LU factors of a stiffness whose interface of `held` coordinates is held."""
    try:
        factors = splu(K, **SYMMETRIC)
    except RuntimeError:  # SuperLU's word for singular
        factors = None
    pivots = np.zeros(1) if factors is None else np.abs(factors.U.diagonal()) / np.abs(K.diagonal()).max()
    if pivots.min() < SINGULAR:
        raise MbfmuError(
            f"The flexible body can move without deformation although {held} coordinates of its interfaces are held. "
            f"Look for a piece that is not connected to the others, and for interfaces with too few coordinates."
        )
    return factors


def elastic_modes(K: csc_matrix, M: csc_matrix, T: Array, rigid: Array, highest: float | None = None) -> Array:
    """Natural modes (N, n) of unit mass among combinations of T (N, t), orthogonal to the motions `rigid` (N, 6) of the rigid body.

    T must contain these. Modes above the angular frequency `highest` [rad/s] are left out.
    """
    sizes = np.sqrt(np.einsum("ik,ik->k", T, M @ T))
    T = T / np.where(sizes > 0, sizes, 1.0)
    MR = M @ rigid
    contained = np.linalg.lstsq(T, rigid, rcond=None)[0]  # the motions of the rigid body in terms of T
    T = T[:, others(contained / np.linalg.norm(contained, axis=0))]
    stiffness = T.T @ (K @ T)  # to which motions of the rigid body add nothing but roundoff
    refuse_without_inertia(rigid.T @ MR)
    T = T - rigid @ np.linalg.solve(rigid.T @ MR, MR.T @ T)
    values, vectors = natural_modes(T.T @ (M @ T), stiffness)
    kept = values <= (np.inf if highest is None else highest**2)
    if len(values) and not kept.any():
        raise MbfmuError(f"highest is {highest:g} rad/s, and the first angular frequency of the free body is {np.sqrt(values[0]):.6g} rad/s.")
    return T @ vectors[:, kept]


def refuse_without_inertia(mass: Array) -> None:
    """Raise MbfmuError if the rigid body, whose mass matrix is (6, 6), has no inertia in a direction, as where all masses lie on a line."""
    size = np.sqrt(np.abs(np.trace(mass[3:, 3:]) / np.trace(mass[:3, :3])))
    scale = np.array([1.0] * 3 + [1.0 / size if size > 0.0 else 1.0] * 3)
    values, vectors = np.linalg.eigh(mass * np.outer(scale, scale))
    if values[0] < WITHOUT_INERTIA * values[-1]:
        axis = scale[3:] * vectors[3:, 0]
        words = ", ".join(f"{part:.3g}" for part in axis / np.linalg.norm(axis))
        raise MbfmuError(
            f"The flexible body has no inertia when it turns about the axis ({words}): all of its masses lie on a line. "
            "Give its nodes moments of inertia."
        )


def rigid_motions(x: Array) -> Array:
    """Displacements and rotations (6 p, 6) of nodes at x (p, 3) by unit translations and unit rotations about the origin."""
    count = len(x)
    motions = np.zeros((count, 6, 6))
    motions[:, :3, :3] = motions[:, 3:, 3:] = np.eye(3)
    motions[:, :3, 3:] = np.cross(np.eye(3)[None], x[:, None]).transpose(0, 2, 1)
    return motions.reshape(6 * count, 6)
