"""Lower-body arrays, as in Huston & Liu (2001), section 2."""

from __future__ import annotations

from collections.abc import Sequence


def lower_body_arrays(lower: Sequence[int]) -> list[list[int]]:
    """The arrays L^0(K), L^1(K), ... down to all zeros, for bodies K = 1 ... N.

    `lower` is L(K) for K = 1 ... N; L(0) = 0 is the inertial frame. Source: Huston & Liu, eqs. 1-2 and Table 1.
    """
    rows = [list(range(1, len(lower) + 1))]
    while any(rows[-1]):
        rows.append([lower[k - 1] if k else 0 for k in rows[-1]])
    return rows


def branch(lower: Sequence[int], k: int) -> list[int]:
    """The bodies from K = k down to the inertial frame's neighbour: column k of the table, without its zeros (eq. 4)."""
    bodies = []
    while k:
        bodies.append(k)
        k = lower[k - 1]
    return bodies
