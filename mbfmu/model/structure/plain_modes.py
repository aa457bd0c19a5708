"""Plain modes: along the axes where several have one frequency, of one sign, and without roundoff in place of zeros.

Kernels of motion leave out what is zero, so a beam in a plane costs what it must.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.linalg import block_diag

from .elastic_data import Array, ElasticData

EQUAL = 1e-8  # of squares of frequencies, relative: of modes that any rotation may mix
DISTINCT = 1e-6  # of the mass of a mode: shares along an axis that differ by less do not tell modes apart
LARGE = 0.483  # of the largest motion of a mode, and no ratio of small numbers, which roundoff would put on either side
ZERO = 1e-11  # of the largest a number can be: what eigenvectors leave in place of zeros


def along_axes(N: Array, values: Array) -> Array:
    """T (n, n) that turns modes of one frequency so that each moves along one axis of the body as far as possible.

    The first mode of a frequency moves the most along x. Modes that move equally along x are sorted by y, and those by z.
    `N` are the invariants of modes of unit mass and `values` the squares of their frequencies, lowest first.
    """
    groups = _split(np.arange(len(values)), np.diff(values) > EQUAL * values[1:])
    return block_diag(*(_sorted([N[1:, 1:, k, k][np.ix_(group, group)] for k in range(3)]) for group in groups)) if len(values) else np.zeros((0, 0))


def _sorted(shares: list[Array]) -> Array:
    """T (r, r) to the principal combinations of the first of some matrices (r, r), largest first, and among equal ones of the next."""
    first, *others = shares
    values, T = np.linalg.eigh(-first)
    if not others:
        return T
    equal = _split(np.arange(len(T)), np.diff(values) > DISTINCT)
    return np.hstack([T[:, group] @ _sorted([T[:, group].T @ other @ T[:, group] for other in others]) for group in equal])


def _split(numbers: Array, breaks: Array) -> list[Array]:
    """Numbers (n,) in groups, a new one behind each of the `breaks` (n - 1,) that is true."""
    return np.split(numbers, np.flatnonzero(breaks) + 1)


def signs(data: ElasticData) -> Array:
    """Signs (n,) with which the first large motion of each mode is positive, of nodes from the last one, and then of the whole."""
    rows = [node.Phi for node in reversed(list(data.nodes.values()))] + [node.Psi for node in reversed(list(data.nodes.values()))] + [data.s[1:].T]
    motion = np.concatenate(rows)
    large = np.abs(motion) > LARGE * np.abs(motion).max(axis=0)
    return np.where(motion[large.argmax(axis=0), np.arange(data.modes)] < 0, -1.0, 1.0)


def without_roundoff(data: ElasticData) -> ElasticData:
    """The data with zeros in place of numbers that are nothing but roundoff."""
    sizes = np.sqrt(np.abs(np.einsum("aaii->a", data.N)))
    return replace(
        data,
        s=zeroed(data.s, np.sqrt(data.m) * sizes[:, None]),
        N=zeroed(data.N, (sizes[:, None] * sizes)[:, :, None, None]),
        g=zeroed(data.g, largest(data.g)),
        H=zeroed(data.H, largest(data.H)),
        nodes={
            name: replace(node, **{of: zeroed(a := getattr(node, of), largest(a)) for of in ("Phi", "Psi", "G", "Gamma")})
            for name, node in data.nodes.items()
        },
        stresses={name: replace(place, sigma=zeroed(place.sigma, largest(place.sigma))) for name, place in data.stresses.items()},
        temperatures={
            name: replace(field, load=zeroed(field.load, largest(field.load)), stiffening=zeroed(field.stiffening, largest(field.stiffening)))
            for name, field in data.temperatures.items()
        },
    )


def zeroed(a: Array, size: Array | float) -> Array:
    """An array without what is small beside `size`."""
    return np.where(np.abs(a) > ZERO * size, a, 0.0)


def largest(a: Array) -> float:
    """The largest magnitude."""
    return float(np.abs(a).max(initial=0.0))
