"""Mechanisms with constraints at one instant, their accelerations and multipliers known: integers times powers of two, so that no rounding
enters."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr


class System:
    """M a = f + A^T l, A a = b with a known a and l."""

    def __init__(self, M, A, a, l, kept=None) -> None:
        self.M, self.A, self.a, self.l = (np.asarray(x, dtype=float) for x in (M, A, a, l))
        self.kept = np.ones(len(self.l)) if kept is None else np.asarray(kept, dtype=float)
        self.f, self.b = self.M @ self.a - self.A.T @ self.l, self.A @ self.a

    def scales(self):
        """Units of speeds and rows in which diag M and the rows have size one."""
        inertia = self.M.diagonal()
        speeds = 1 / np.sqrt(np.where(inertia > 0, inertia, inertia.max()))
        lengths = np.linalg.norm(self.A * speeds, axis=1)
        return speeds, 1 / np.where(lengths > 0, lengths, 1.0)

    def scaled(self):
        """M, f, A, b, a and l in these units."""
        speeds, rows = self.scales()
        M, A = self.M * speeds * speeds[:, None], self.A * speeds * rows[:, None]
        return M, self.f * speeds, A, self.b * rows, self.a / speeds, self.l / rows

    def error(self, a, l) -> float:
        """The largest scaled error, relative to the largest number of the scaled solution."""
        speeds, rows = self.scales()
        wrong = np.concatenate(((a - self.a) / speeds, (l - self.l) / rows))
        return np.abs(wrong).max() / np.abs(np.concatenate((self.a / speeds, self.l / rows))).max()

    def condition(self) -> float:
        """Of the scaled KKT matrix of the rows kept."""
        M, _, A, *_ = self.scaled()
        A = A[self.kept > 0]
        return np.linalg.cond(np.block([[M, A.T], [A, np.zeros((len(A), len(A)))]]))


def random_system(seed: int, n: int = 9, rank: int = 4, redundant: int = 3, massless: int = 0, loops: int = 1) -> System:
    """`loops` groups with `rank` and `redundant` rows each, of n coordinates of their own; the masses couple all, units are mixed."""
    rng = np.random.default_rng(seed)
    whole = lambda *shape: rng.integers(-4, 5, shape).astype(float)
    size, rows = n * loops, rank + redundant
    G = whole(size, size - massless) if massless else np.hstack((whole(size, size), 5 * np.eye(size)))
    A = np.zeros((rows * loops, size))
    for i in range(loops):
        A[rows * i : rows * (i + 1), n * i : n * (i + 1)] = (whole(rows, rank) + 7 * np.eye(rows, rank)) @ (whole(rank, n) + 3 * np.eye(rank, n))
    units, row_units = 2.0 ** rng.integers(-8, 9, size), 2.0 ** rng.integers(-8, 9, rows * loops)
    M, A = G @ G.T * units * units[:, None], A * units * row_units[:, None]
    kept = np.zeros(rows * loops)
    kept[qr((A / units / row_units[:, None]).T, pivoting=True)[2][: rank * loops]] = 1.0
    return System(M, A, whole(size) / units, kept * whole(rows * loops) / row_units, kept)
