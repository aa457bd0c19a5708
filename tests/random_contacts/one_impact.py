"""The laws of impacts at one point, by looking for roots along directions of sliding."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

ANGLES = 720


def _slides(S: np.ndarray, v: np.ndarray, mu: float, aim: float) -> np.ndarray | None:
    """The impulse of a contact that slides at the end with the normal velocity `aim`."""

    def impulse(angle: float) -> np.ndarray:
        unit = np.array([1.0, -mu * np.cos(angle), -mu * np.sin(angle)])
        return (aim - v[0]) / (S[0] @ unit) * unit

    def across(angle: float) -> float:
        after = v + S @ impulse(angle)
        return after[2] * np.cos(angle) - after[1] * np.sin(angle)

    grid = np.linspace(0.0, 2 * np.pi, ANGLES + 1)
    values = [across(angle) for angle in grid]
    for start, end, low, high in zip(grid, grid[1:], values, values[1:]):
        if low * high > 0.0:
            continue
        angle = brentq(across, start, end, xtol=1e-15) if low * high < 0.0 else start
        p = impulse(angle)
        after = v + S @ p
        if p[0] >= 0.0 and after[1] * np.cos(angle) + after[2] * np.sin(angle) >= 0.0:
            return p
    return None


def _meets(S: np.ndarray, v: np.ndarray, mu: float, aim: float) -> np.ndarray | None:
    """The impulse that brings the normal velocity to `aim`: it sticks, or slides."""
    p = np.linalg.solve(S, np.array([aim, 0.0, 0.0]) - v)
    if p[0] > 0.0 and np.hypot(p[1], p[2]) <= mu * p[0]:
        return p
    if mu == np.inf:  # friction alone stops it, and throws it off
        return np.array([0.0, *np.linalg.solve(S[1:, 1:], -v[1:])])
    return _slides(S, v, mu, aim)


def _pushed(S: np.ndarray, v: np.ndarray, mu: float, least: float) -> np.ndarray | None:
    """The impulse whose normal part is `least`, and whose tangential part brings the point nearest to rest; None where it still approaches."""
    w = v[1:] + S[1:, 0] * least
    t = np.linalg.solve(S[1:, 1:], -w)
    if least > 0.0 and np.hypot(*t) > mu * least:

        def across(angle: float) -> float:
            after = w + S[1:, 1:] @ (-mu * least * np.array([np.cos(angle), np.sin(angle)]))
            return after[1] * np.cos(angle) - after[0] * np.sin(angle)

        grid = np.linspace(0.0, 2 * np.pi, ANGLES + 1)
        values = [across(angle) for angle in grid]
        for start, end, low, high in zip(grid, grid[1:], values, values[1:]):
            if low * high >= 0.0:
                continue
            angle = brentq(across, start, end, xtol=1e-15)
            found = -mu * least * np.array([np.cos(angle), np.sin(angle)])
            if (w + S[1:, 1:] @ found) @ np.array([np.cos(angle), np.sin(angle)]) >= 0.0:
                t = found
    p = np.array([least, *t])
    return p if v[0] + S[0] @ p >= 0.0 else None


def after_impact(S: np.ndarray, v: np.ndarray, mu: float, e: float, law: str) -> np.ndarray | None:
    """The velocities (normal, two tangential) behind an impact of one point with the mobility S (3, 3); None where energy would grow."""
    if law == "newton":
        p = _meets(S, v, mu, -e * v[0])
    else:
        compression = _meets(S, v, mu, 0.0)
        if compression is None:
            return None
        then = v + S @ compression
        expansion = _pushed(S, then, mu, e * compression[0])
        if expansion is None:
            expansion = _meets(S, then, mu, 0.0)
        p = None if expansion is None else compression + expansion
    if p is None:
        return None
    after = v + S @ p
    return after if p @ (v + after) <= 1e-12 * np.abs(p) @ np.abs(v) else None
