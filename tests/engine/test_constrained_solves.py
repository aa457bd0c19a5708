"""Every method for accelerations and multipliers against exact solutions, and where eq. 23 of Schutte & Udwadia fails."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu.runtime.constrained_solve import LOST
from mbfmu.runtime.errors import StepFailed
from mbfmu.runtime.steps import CoordinatePartition, IndexOne, OrthogonalComplement, TangentSpace, UdwadiaPhohomsiri, WeightedPseudoInverse
from tests.tolerances import CONDITIONED, EPS

from .systems import System, random_system

ANY_MASS = (OrthogonalComplement, UdwadiaPhohomsiri, TangentSpace, IndexOne, CoordinatePartition)
METHODS = (WeightedPseudoInverse, *ANY_MASS)
every_method = pytest.mark.parametrize("method", METHODS)


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
@pytest.mark.parametrize("inertia", [1e-6, 1e-9, 0.0])
def test_light_speed_in_several_rows(method, inertia: float) -> None:
    """Rows that share a speed with little or no inertia are not parallel for that."""
    if method is WeightedPseudoInverse and not inertia:
        pytest.skip("needs inertia in every direction")
    system = System(np.diag([1.0, 2.0, 3.0, inertia]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])
    a, l, lost = system.solved(method)
    assert lost == 0
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


def augmented(M, f, A, b) -> tuple[np.ndarray, np.ndarray]:
    """Schutte & Udwadia, eq. 23: matrix and right side."""
    return np.block([[M, -A.T], [A, np.zeros((len(A), len(A)))]]), np.concatenate((f, b))


def literally(M, f, A, b, roundoff: float = 1e-15) -> np.ndarray:
    """Schutte & Udwadia, eq. 21, as it stands."""
    inverse = lambda matrix: np.linalg.pinv(matrix, rcond=roundoff)
    return inverse(np.vstack(((np.eye(len(f)) - inverse(A) @ A) @ M, A))) @ np.concatenate((f, b))


@pytest.mark.parametrize("seed", range(5))
def test_multiplier_form_is_singular_where_eq_21_works(seed: int) -> None:
    """Rows that depend on others, all of them kept, and a singular M: the rank condition, eq. 20, is all that counts."""
    system = random_system(seed, massless=3)
    tolerance = CONDITIONED * EPS * system.condition() * np.linalg.norm(system.scaled()[4], np.inf)
    system.kept[:] = 1.0
    M, f, A, b, a, _ = system.scaled()
    matrix, _ = augmented(M, f, A, b)
    assert np.linalg.matrix_rank(matrix) == len(matrix) - 3
    assert literally(M, f, A, b, 1e-10) == pytest.approx(a, abs=tolerance)
    speeds, _ = system.scales()
    found, _, lost = system.solved(UdwadiaPhohomsiri)
    assert lost == 3 and found / speeds == pytest.approx(a, abs=tolerance)


def test_multiplier_form_loses_digits_as_rows_become_parallel() -> None:
    """Rows parallel but for `angle`: eq. 23 loses two digits of l a decade (of a, one), until it is singular; ours never loses more of a and
    of the constraint force (eq. 22) than the root of LOST. Eq. 21 as it stands loses three digits of a a decade: why ours is not literal."""
    whole = random_system(3, redundant=0)
    M, _, A, _, a, l = whole.scaled()
    aside = np.random.default_rng(0).normal(size=len(a))
    aside /= np.linalg.norm(aside)
    lost = {}
    for decade in range(1, 17):
        A[3] = A[0] + 10.0**-decade * aside
        system = System(M, A, a, l * [1, 1, 1, 0])
        found, multipliers, _ = system.solved(UdwadiaPhohomsiri)
        ours = np.abs(np.concatenate((found - a, A.T @ (multipliers - system.l)))).max() / np.abs(a).max()
        assert ours <= LOST**0.5
        matrix, right_side = augmented(M, system.f, A, system.b)
        if np.linalg.cond(matrix) < 0.01 / EPS:
            wrong = np.linalg.solve(matrix, right_side)[len(a) :] - system.l
            literal = literally(M, system.f, A, system.b) - a
            lost[decade] = np.abs(wrong).max() / np.abs(l).max(), np.abs(literal).max() / np.abs(a).max()
    last = max(lost)
    assert last < 9  # singular to working precision behind it
    assert lost[last][0] > 1e6 * lost[1][0] and lost[last][0] > 1e-6
    assert lost[last][1] > 1e-2


@every_method
def test_results_depend_on_nothing_before(method) -> None:
    """Bit by bit the same after other states and other rows kept, and at another place in memory: what a restored instance computes."""
    system, other = random_system(7, loops=2), random_system(8, loops=2)
    run, buffers = system.bound(method)
    run()
    first = buffers["a"].tobytes(), buffers["l"].tobytes()
    for now in (other, system):
        for slot, numbers in zip("MfAbk", (now.M, now.f, now.A, now.b, now.kept)):
            buffers[slot][:] = numbers.ravel()
        run()
    assert (buffers["a"].tobytes(), buffers["l"].tobytes()) == first
    again = [system.solved(method)[:2] for _ in range(3)]
    assert all((a.tobytes(), l.tobytes()) == first for a, l in again)


@pytest.mark.parametrize("method", ANY_MASS)
def test_motion_without_inertia_is_named(method) -> None:
    """The rank condition on [M A^T] fails: speed 4 has neither inertia nor a constraint."""
    system = System(np.diag([1.0, 2.0, 0.0, 0.0]), [[1.0, 0.0, 1.0, 0.0]], np.ones(4), [1.0])
    with pytest.raises(StepFailed, match=r"the rig: the accelerations are not unique: .* is 3 of 4, .* speed 4 of 4 has neither"):
        system.solved(method)


def test_singular_mass_is_named() -> None:
    """The method that inverts M says which direction has no inertia and which formulations do without."""
    system = System([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[1.0, 0.0, 1.0]], np.ones(3), [1.0])
    with pytest.raises(StepFailed, match="the rig: the mass matrix is singular: .* speeds 1, 2 of 3 .*udwadia_phohomsiri"):
        system.solved(WeightedPseudoInverse)
    assert system.solved(UdwadiaPhohomsiri)[0] == pytest.approx(system.a, rel=CONDITIONED * EPS)


@every_method
@pytest.mark.parametrize("slot", ["M", "f", "A", "b"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_bad_numbers_are_refused(method, slot: str, bad: float) -> None:
    """What is not a number stops, and nothing is written."""
    run, buffers = random_system(9).bound(method)
    buffers[slot][0] = bad
    with pytest.raises(StepFailed, match="^the rig: .*not numbers or too large"):
        run()
    assert not buffers["a"].any() and not buffers["l"].any()
