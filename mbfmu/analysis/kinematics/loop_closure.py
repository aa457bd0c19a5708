"""Closing loops: some coordinates are prescribed, and all others follow with the smallest change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

LONGEST = 1.0  # rad or m of a coordinate in one stride: what is nearer than half a turn is not taken for the next turn
SHORTEST = 1e-6  # rad or m: where the loops do not close over so short a stride, they do not close beyond
CONTRACTION = 0.5  # of one Newton step by the one before: with less, the solution is that of the branch on which it began
SETTLED = 1e-9  # of a Newton step, relative: the next would be roundoff
CLOSED = 1e-9  # rad or m, for each of the coordinates' size: what residuals of closed loops may be
MOST = 12  # Newton steps

Closed = Callable[[np.ndarray, np.ndarray], list[np.ndarray]]


def moved(closed: Closed, q: np.ndarray, measured: np.ndarray, given: Mapping[int, float]) -> tuple[np.ndarray, np.ndarray, float]:
    """q and the coordinates of joints that close loops, where those in `given` (by their numbers in both) have come as far as they can: with
    the part of their way that is done, 1.0 where it is all.

    Newton's method in strides that are as long as it contracts. Source: P. Deuflhard, Newton Methods for Nonlinear Problems, 2004, section 5.1.
    """
    index = np.array([*given], dtype=int)
    start = np.concatenate((q, measured))[index]
    way = np.array([*given.values()], dtype=float) - start
    length = np.abs(way).max(initial=0.0)
    longest = min(1.0, LONGEST / length) if length else 1.0
    done, stride = 0.0, longest
    while done < 1.0:
        ahead = 1.0 if stride >= 1.0 - done else done + stride
        found = _closed_at(closed, q, measured, index, start + ahead * way)
        if found is not None:
            (q, measured), done, stride = found, ahead, min(2.0 * stride, longest)
        elif stride * length <= SHORTEST:
            break
        else:
            stride *= 0.5
    return q, measured, done


def _closed_at(closed: Closed, q: np.ndarray, measured: np.ndarray, index: np.ndarray, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """q and what is measured where the loops are closed and the numbers at `index` as wanted; None where that is not found from here."""
    rows = np.eye(q.size)

    def equations(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        phi, Phi, now, C, _ = closed(q, measured)
        return np.concatenate((phi, np.concatenate((q, now))[index] - wanted)), np.vstack((Phi, np.vstack((rows, C))[index]))

    found = newton(equations, q)
    if found is None:
        return None
    _, _, now, _, branch = closed(found, measured)
    return (found, now) if (branch > 0.0).all() else None


def newton(equations: Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]], q: np.ndarray) -> np.ndarray | None:
    """The q where a residual is zero, near a start, by shortest steps; None where Newton's method does not contract. `equations` give the residual
    and its Jacobian."""
    before = float("inf")
    for _ in range(MOST):
        residual, jacobian = equations(q)
        step = np.linalg.lstsq(jacobian, -residual, rcond=None)[0]
        length, size = float(np.linalg.norm(step)), 1.0 + float(np.linalg.norm(q))
        if not length <= max(CONTRACTION * before, SETTLED * size):
            return None
        q, before = q + step, length
        if length <= SETTLED * size:
            return q if np.abs(equations(q)[0]).max(initial=0.0) <= CLOSED * size else None
    return None
