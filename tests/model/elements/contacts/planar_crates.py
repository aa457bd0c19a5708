"""Crates on a sled in a plane, by Newton's law and NumPy alone: what contacts of mbfmu are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import copysign, cos, sin, sqrt

import numpy as np
from scipy.integrate import solve_ivp

G, DECK = 9.81, 0.1  # m/s2, and m: half the height of the sled
M_SLED, M, INERTIA = 6000.0, 200.0, 30.0  # kg, kg, kg m2
C, D, MU = 2e5, 0.5, 0.4  # N/m for a corner, s/m, 1
S_STICK, V_STICK, ZETA = 5e-5, 0.01, 0.5  # m, m/s, 1


@dataclass(frozen=True)
class PlanarCrates:
    """Crates of `halves`, half length and half height [m], upon each other, on a sled that `push(t)` [N] moves.

    A state is x of the sled, x, z and angle of each crate, their rates, and the deflections of the bristles at both ends of each crate.
    """

    halves: tuple[tuple[float, float], ...]
    push: Callable[[float], float]

    def motion(self, times: np.ndarray, z: list[float], v: float) -> np.ndarray:
        """Positions (1 + 3 n, times) from crates at the heights z [m] and the speed v [m/s] on; the push may have kinks at `times` only."""
        n = len(self.halves)
        y = np.zeros(2 + 8 * n)
        y[2 : 1 + 3 * n : 3], y[1 + 3 * n], y[2 + 3 * n : 2 + 6 * n : 3] = z, v, v
        states = [y]
        for start, end in zip(times[:-1], times[1:]):
            states.append(solve_ivp(self.rates, (start, end), states[-1], method="LSODA", rtol=1e-11, atol=1e-13).y[:, -1])
        return np.array(states).T[: 1 + 3 * n]

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        n = len(self.halves)
        q, v, bristles = np.split(y, [1 + 3 * n, 2 + 6 * n])
        forces, deflecting = np.array([self.push(t), *[0.0, -M * G, 0.0] * n]), []
        for k, f, arm_a, arm_b, rate in self.corners(q, v, bristles):
            forces[1 + 3 * k : 4 + 3 * k] += [*f, arm_a[1] * f[0] - arm_a[0] * f[1]]
            below = slice(3 * k - 2, 3 * k + 1) if k else slice(0, 1)
            forces[below] -= [*f, arm_b[1] * f[0] - arm_b[0] * f[1]][: 3 if k else 1]
            deflecting.append(rate)
        return np.concatenate([v, forces / [M_SLED, *[M, M, INERTIA] * n], deflecting])

    def corners(self, q: np.ndarray, v: np.ndarray, bristles: np.ndarray) -> Iterator[tuple]:
        """Of each end of each crate: its number, the force on it [N], the arms on it and on what is below [m], and the rate of its bristles [m/s]."""
        of = lambda values, k: values[1 + 3 * k : 4 + 3 * k] if k >= 0 else np.array([values[0], 0.0, 0.0])
        moves = lambda motion, arm: motion[:2] + motion[2] * np.array([arm[1], -arm[0]])
        for k, (half, height) in enumerate(self.halves):
            a, b, v_a, v_b = of(q, k), of(q, k - 1), of(v, k), of(v, k - 1)
            along, up = np.array([cos(b[2]), -sin(b[2])]), np.array([sin(b[2]), cos(b[2])])
            for end, side in enumerate((-half, half)):
                arm = np.array([side * cos(a[2]) - height * sin(a[2]), -side * sin(a[2]) - height * cos(a[2])])
                way = a[:2] + arm - b[:2]
                gap = way @ up - (self.halves[k - 1][1] if k else DECK)
                opening = (moves(v_a, arm) - moves(v_b, way)) @ up
                N = 2.0 * C * max(-gap, 0.0) * max(1.0 - D * opening, 0.0)
                arm_a, arm_b = arm - 0.5 * gap * up, way - 0.5 * gap * up
                friction, rate = bristle(bristles[2 * k + end], (moves(v_a, arm_a) - moves(v_b, arm_b)) @ along)
                yield k, N * (up - friction * along), arm_a, arm_b, rate if gap < 0.0 else -V_STICK / S_STICK * bristles[2 * k + end]


def bristle(z: float, v: float) -> tuple[float, float]:
    """Friction for each newton of the load, and the rate [m/s] of bristles that are deflected by z [m] while they slide at v [m/s]."""
    x, share = z / S_STICK, 1.0 / sqrt(1.0 + (v / V_STICK) ** 2)
    s = min(max((abs(x) - 0.8) / 0.2, 0.0), 1.0)
    rate = share * (v - s * s * (3.0 - 2.0 * s) * max(v * x, 0.0) / max(abs(x), 0.8) * x)
    return MU * (share * x + (1.0 - share) * copysign(1.0, v)) + 2.0 * ZETA * sqrt(MU / (S_STICK * G)) * share * rate, rate


def slid(halves: tuple[tuple[float, float], ...], q: np.ndarray) -> np.ndarray:
    """How far the middle of each lower face is along the face below (n, times) [m], of positions as `motion` gives them."""
    ways = []
    for k, (_, height) in enumerate(halves):
        x, z, angle = q[1 + 3 * k : 4 + 3 * k]
        x_b, z_b, angle_b = q[3 * k - 2 : 3 * k + 1] if k else (q[0], 0.0, 0.0)
        ways.append((x - height * np.sin(angle) - x_b) * np.cos(angle_b) - (z - height * np.cos(angle) - z_b) * np.sin(angle_b))
    return np.array(ways)
