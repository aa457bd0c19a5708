"""Moreau's time stepping: rigid bodies with contact and Coulomb's friction, without events, in NumPy.

Equations: J. J. Moreau, "Unilateral contact and dry friction in finite freedom dynamics" (1988), and M. Jean, "The non-smooth contact dynamics
method" (1999), with theta = 1/2. Velocities at the end of a step fulfil the laws of contact. Impacts are smeared over a step, so motion is of
first order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

SWEEPS, SETTLED = 2000, 1e-10  # of Gauss and Seidel; N.s, relative to the largest impulse


@dataclass(frozen=True)
class Contacts:
    """Gaps (k,) [m] and rows (k, 1 + d, n): how speeds change them, and slide along d tangents."""

    gaps: np.ndarray
    rows: np.ndarray


@dataclass(frozen=True)
class Mechanics:
    """Bodies with speeds v (n,) at positions q.

    `move(q, way)` goes a way (n,); `mass(q)` is (n, n), `force(t, q, v)` (n,) all that accelerates; `contacts(q)` with `mu` (k,) and `e`, Newton's.
    """

    move: Callable[[Any, np.ndarray], Any]
    mass: Callable[[Any], np.ndarray]
    force: Callable[[float, Any, np.ndarray], np.ndarray]
    contacts: Callable[[Any], Contacts]
    mu: np.ndarray
    e: float = 0.0


def stepped(bodies: Mechanics, q: Any, v: np.ndarray, end: float, h: float, first: float = 1.0) -> tuple[Any, np.ndarray]:
    """Positions and speeds at a time [s], by steps of h [s], of which the first is a share of that and the last what is left."""
    t, length = 0.0, h * first
    while t < end - 1e-12:
        length = min(length, end - t)
        q, v = _step(bodies, t, q, v, length)
        t, length = t + length, h
    return q, v


def _step(bodies: Mechanics, t: float, q: Any, v: np.ndarray, h: float) -> tuple[Any, np.ndarray]:
    middle = bodies.move(q, 0.5 * h * v)
    mobility = np.linalg.inv(bodies.mass(middle))
    free = v
    for _ in range(2):
        free = v + h * mobility @ bodies.force(t + 0.5 * h, middle, 0.5 * (v + free))
    found = bodies.contacts(middle)
    touching = np.flatnonzero(found.gaps <= 0.0)
    new = free
    if touching.size:
        rows = found.rows[touching]
        apart = rows @ free
        apart[:, 0] += bodies.e * rows[:, 0] @ v
        flat = rows.reshape(-1, v.size)
        impulses = _impulses(flat @ mobility @ flat.T, apart, bodies.mu[touching])
        new = free + mobility @ flat.T @ impulses.ravel()
    return bodies.move(q, 0.5 * h * (v + new)), new


def _impulses(coupling: np.ndarray, free: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """Impulses (k, 1 + d) of the points, one after the other, until they stay: no normal speed is negative, and friction resists sliding."""
    k, d = free.shape
    p, blocks = np.zeros(k * d), coupling.reshape(k, d, k * d)
    for _ in range(SWEEPS):
        before = p.copy()
        for i in range(k):
            own, at = blocks[i][:, i * d : i * d + d], slice(i * d, i * d + d)
            normal = max(0.0, p[i * d] - (free[i, 0] + blocks[i][0] @ p) / own[0, 0])
            p[i * d] = normal
            pull = p[at][1:] - (free[i, 1:] + blocks[i][1:] @ p) / np.linalg.norm(own[1:, 1:], 2)
            size = np.linalg.norm(pull)
            p[at] = [normal, *(pull if size <= mu[i] * normal else pull * (mu[i] * normal / size))]
        if np.abs(p - before).max() <= SETTLED * np.abs(p).max():
            break
    return p.reshape(k, d)
