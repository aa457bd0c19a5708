"""Every method for accelerations and multipliers against exact solutions: integers times powers of two, so that no rounding enters."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import qr

from mbfmu.runtime.steps import (
    CoordinatePartition,
    IndexOne,
    OrthogonalComplement,
    Ref,
    TangentSpace,
    UdwadiaPhohomsiri,
    WeightedPseudoInverse,
)
from tests.tolerances import CONDITIONED, EPS

ANY_MASS = (OrthogonalComplement, UdwadiaPhohomsiri, TangentSpace, IndexOne, CoordinatePartition)
METHODS = (WeightedPseudoInverse, *ANY_MASS)
every_method = pytest.mark.parametrize("method", METHODS)


class System:
    """M a = f + A^T l, A a = b with a known a and l, its rows in `groups`; `method` solves it in buffers of its own."""

    def __init__(self, M, A, a, l, kept=None, groups=None) -> None:
        self.M, self.A, self.a, self.l = (np.asarray(x, dtype=float) for x in (M, A, a, l))
        self.kept = np.ones(len(self.l)) if kept is None else np.asarray(kept, dtype=float)
        self.groups = groups or (tuple(range(len(self.l))),)
        self.f, self.b = self.M @ self.a - self.A.T @ self.l, self.A @ self.a

    def bound(self, method):
        n, m = self.a.size, self.l.size
        sizes = {"M": n * n, "f": n, "A": m * n, "b": m, "k": m, "lost": 1, "a": n, "l": m}
        step = method(*(Ref(slot, 0, size) for slot, size in sizes.items()), self.groups, "the rig")
        buffers = {slot: np.zeros(size) for slot, size in sizes.items()}
        for slot, numbers in zip("MfAbk", (self.M, self.f, self.A, self.b, self.kept)):
            buffers[slot][:] = numbers.ravel()
        return step.bind({}, buffers), buffers

    def solved(self, method):
        run, buffers = self.bound(method)
        run()
        return buffers["a"], buffers["l"], buffers["lost"][0]

    def scales(self):
        """Units of speeds and rows in which diag M and the rows have size one."""
        inertia = self.M.diagonal()
        speeds = 1 / np.sqrt(np.where(inertia > 0, inertia, inertia.max()))
        lengths = np.linalg.norm(self.A * speeds, axis=1)
        return speeds, 1 / np.where(lengths > 0, lengths, 1.0)

    def error(self, a, l) -> float:
        """The largest scaled error, relative to the largest number of the scaled solution."""
        speeds, rows = self.scales()
        wrong = np.concatenate(((a - self.a) / speeds, (l - self.l) / rows))
        return np.abs(wrong).max() / np.abs(np.concatenate((self.a / speeds, self.l / rows))).max()

    def condition(self) -> float:
        speeds, rows = self.scales()
        kept = self.kept > 0
        A = (self.A * speeds * rows[:, None])[kept]
        return np.linalg.cond(np.block([[self.M * speeds * speeds[:, None], A.T], [A, np.zeros((len(A), len(A)))]]))


def random_system(seed: int, n: int = 9, rank: int = 4, redundant: int = 3, massless: int = 0, loops: int = 1) -> System:
    """`loops` groups with `rank` and `redundant` rows each, of n coordinates of their own; the masses couple all, units are mixed."""
    rng = np.random.default_rng(seed)
    whole = lambda *shape: rng.integers(-4, 5, shape).astype(float)  # noqa: E731
    size, rows = n * loops, rank + redundant
    G = np.hstack((whole(size, size), 5 * np.eye(size)))[:, massless:] if not massless else whole(size, size - massless)
    A = np.zeros((rows * loops, size))
    for i in range(loops):
        A[rows * i : rows * (i + 1), n * i : n * (i + 1)] = (whole(rows, rank) + 7 * np.eye(rows, rank)) @ (whole(rank, n) + 3 * np.eye(rank, n))
    units, row_units = 2.0 ** rng.integers(-8, 9, size), 2.0 ** rng.integers(-8, 9, rows * loops)
    M, A = G @ G.T * units * units[:, None], A * units * row_units[:, None]
    groups = tuple(tuple(range(rows * i, rows * (i + 1))) for i in range(loops))
    kept = np.zeros(rows * loops)
    kept[qr((A / units / row_units[:, None]).T, pivoting=True)[2][: rank * loops]] = 1.0
    return System(M, A, whole(size) / units, kept * whole(rows * loops) / row_units, kept, groups)


@every_method
@pytest.mark.parametrize("seed", range(20))
def test_exact_solution(method, seed: int) -> None:
    """Redundant rows, mixed units, one or several superelements."""
    system = random_system(seed, loops=1 + seed % 3)
    a, l, lost = system.solved(method)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()
    assert lost == 0 and not l[system.kept == 0].any()


@pytest.mark.parametrize("method", ANY_MASS)
@pytest.mark.parametrize("seed", range(10))
def test_exact_solution_with_singular_mass(method, seed: int) -> None:
    """More coordinates than needed: M has rank n - 3, and only [M A^T] has rank n."""
    system = random_system(seed, massless=3)
    assert np.linalg.matrix_rank(system.M) < system.a.size
    a, l, _ = system.solved(method)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
@pytest.mark.parametrize(("n", "rank"), [(5, 5), (1, 1), (6, 1)])
def test_extreme_sizes(method, n: int, rank: int) -> None:
    """Nothing free to move, one coordinate, one row."""
    system = random_system(1, n, rank, 0)
    a, l, _ = system.solved(method)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
def test_no_row_kept(method) -> None:
    """Without constraints the masses alone decide."""
    system = random_system(1)
    system.kept[:] = 0.0
    a, l, lost = system.solved(method)
    free = np.linalg.solve(system.M, system.f)
    assert a == pytest.approx(free, rel=CONDITIONED * EPS * np.linalg.cond(system.M)) and not l.any() and lost == 0


@every_method
@pytest.mark.parametrize("distance", [0.0, 1e-14, 1e-9])
def test_singular_position(method, distance: float) -> None:
    """A kept row that depends on the others but for `distance` is left out, which changes nothing beyond `distance`."""
    whole = random_system(3, redundant=0)
    speeds, rows = whole.scales()
    A = whole.A * speeds * rows[:, None]
    aside = np.random.default_rng(0).normal(size=len(speeds))
    A[3] = A[0] - 2 * A[1] + distance * aside
    system = System(whole.M, A / speeds / rows[:, None], whole.a, whole.l * [1, 1, 1, 0])
    a, l, lost = system.solved(method)
    system.kept[3] = 0
    tolerance = CONDITIONED * (EPS * system.condition() + distance)
    load, found = system.A.T @ system.l * speeds, system.A.T @ l * speeds
    assert lost == 1
    assert a / speeds == pytest.approx(system.a / speeds, abs=tolerance * np.abs(system.a / speeds).max())
    assert found == pytest.approx(load, abs=tolerance * np.abs(load).max())


@every_method
def test_row_that_vanishes(method) -> None:
    """A row that vanishes for the moment, even if it is the only one, changes nothing."""
    whole = random_system(5, redundant=0)
    system = System(whole.M, whole.A * [[1], [1], [1], [0]], whole.a, whole.l * [1, 1, 1, 0])
    a, l, lost = system.solved(method)
    system.kept[3] = 0
    assert lost == 1 and system.error(a, l) <= CONDITIONED * EPS * system.condition()
    alone = System(whole.M, 0 * whole.A[:1], whole.a, [0.0])
    a, l, lost = alone.solved(method)
    alone.kept[0] = 0
    assert lost == 1 and alone.error(a, l) <= CONDITIONED * EPS * alone.condition()
