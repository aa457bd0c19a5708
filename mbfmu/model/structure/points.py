"""Elastic data from points: sums over a cloud of point masses, which may be the quadrature points of elements."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from .elastic_data import Array, ElasticData, Node, StressPlace, Surface

NOTHING: Mapping = {}


def of_points(
    x: ArrayLike,
    m: ArrayLike,
    Phi: ArrayLike,
    G: ArrayLike | None,
    Ke: ArrayLike,
    De: ArrayLike | None = None,
    *,
    nodes: Mapping[str, Node] = NOTHING,
    stresses: Mapping[str, StressPlace] = NOTHING,
    surface: Surface | None = None,
) -> ElasticData:
    """The elastic data of point masses m (p,) [kg] at x (p, 3) [m] that n modes move.

    `Phi` (p, 3, n) are displacements by each mode, `G` (p, 3, n, n) those of second order, symmetric in the modes; None are none.
    `Ke` and `De` (n, n) are stiffness and damping along the modes. The invariants are the sums of `ElasticData`, and Me is sum m Phi^T Phi.
    """
    x, m, Phi, Ke = (np.asarray(a, dtype=float) for a in (x, m, Phi, Ke))
    P = np.concatenate([x[:, :, None], Phi], axis=2)
    N = second_moments(P, m)
    g, H = moments_of_second_order(x, m, G, len(Ke))
    return ElasticData(
        m=float(m.sum()),
        s=np.einsum("p,pia->ai", m, P),
        N=N,
        g=g,
        H=H,
        Me=np.einsum("abii->ab", N)[1:, 1:].copy(),
        Ke=Ke,
        De=np.zeros_like(Ke) if De is None else np.asarray(De, dtype=float),
        nodes=dict(nodes),
        stresses=dict(stresses),
        surface=surface,
    )


def second_moments(P: Array, m: Array) -> Array:
    """sum m P_a P_b^T (1 + n, 1 + n, 3, 3) of P (p, 3, 1 + n)."""
    count = P.shape[2]
    flat = P.reshape(len(m), 3 * count)
    return (flat.T @ (m[:, None] * flat)).reshape(3, count, 3, count).transpose(1, 3, 0, 2)


def moments_of_second_order(x: Array, m: Array, G: ArrayLike | None, n: int) -> tuple[Array, Array]:
    """g (3, n, n) and H (n, n, 3, 3) of G (p, 3, n, n), zero if there is none."""
    if G is None:
        return np.zeros((3, n, n)), np.zeros((n, n, 3, 3))
    G = np.asarray(G, dtype=float)
    return np.einsum("p,pikl->ikl", m, G), np.einsum("pi,pjkl->klij", m[:, None] * x, G, optimize=True)
