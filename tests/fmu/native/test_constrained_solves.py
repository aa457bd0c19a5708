"""Every method for accelerations and multipliers in C, against exact solutions and dense least squares."""

from __future__ import annotations

import numpy as np
import pytest

from tests.oracle import accelerations
from tests.tolerances import CONDITIONED, EPS

from .constrained import every_method, every_method_for_singular_masses, rigged, solved
from .solving import refusal
from .systems import System, random_system


@every_method
@pytest.mark.parametrize("seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 20))])
def test_exact_solution(solves, kind: str, seed: int) -> None:
    """Redundant rows, mixed units, one or several superelements."""
    system = random_system(seed, loops=1 + seed % 3)
    a, l, lost, _ = solved(solves, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()
    assert lost == 0 and not l[system.kept == 0].any()


@every_method_for_singular_masses
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 10))])
def test_exact_solution_with_singular_mass(solves, kind: str, seed: int) -> None:
    """More coordinates than needed: M has rank n - 3, and only [M A^T] has rank n."""
    system = random_system(seed, massless=3)
    assert np.linalg.matrix_rank(system.M) < system.a.size
    a, l, _, _ = solved(solves, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


def light(inertia: float) -> System:
    """Rows that share a speed with little or no inertia are not parallel for that."""
    return System(np.diag([1.0, 2.0, 3.0, inertia]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])


@every_method
@pytest.mark.parametrize("inertia", [1e-6, 1e-9])
def test_light_speed_in_several_rows(solves, kind: str, inertia: float) -> None:
    system = light(inertia)
    a, l, lost, _ = solved(solves, kind, system)
    assert lost == 0 and system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method_for_singular_masses
def test_speed_without_inertia_in_several_rows(solves, kind: str) -> None:
    system = light(0.0)
    a, l, lost, _ = solved(solves, kind, system)
    assert lost == 0 and system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
def test_two_light_speeds(solves, kind: str) -> None:
    system = random_system(3, redundant=0)
    units = np.where(np.arange(system.a.size) < 2, 1e-7**0.5, 1.0)
    system = System(system.M * units * units[:, None], system.A, system.a, system.l)
    a, l, lost, _ = solved(solves, kind, system)
    assert lost == 0 and system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
@pytest.mark.parametrize(("n", "rank"), [(5, 5), (1, 1), (6, 1), (40, 25)])
def test_extreme_sizes(solves, kind: str, n: int, rank: int) -> None:
    """Nothing free to move, one coordinate, one row, many."""
    system = random_system(1, n, rank, 0)
    a, l, _, _ = solved(solves, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
def test_nothing_to_solve(solves, kind: str) -> None:
    """Neither speeds nor rows."""
    a, l, lost, _ = solved(solves, kind, System(np.zeros((0, 0)), np.zeros((0, 0)), [], []))
    assert a.size == l.size == lost == 0


@every_method
def test_no_row_kept(solves, kind: str) -> None:
    """Without constraints the masses alone decide."""
    system = random_system(1)
    system.kept[:] = 0.0
    a, l, lost, _ = solved(solves, kind, system)
    free = np.linalg.solve(system.M, system.f)
    assert a == pytest.approx(free, rel=CONDITIONED * EPS * np.linalg.cond(system.M)) and not l.any() and lost == 0


def dependent(distance: float) -> System:
    """A row depends on two others but for `distance`; multipliers of rows that are left out have no effect."""
    whole = random_system(3, redundant=0)
    speeds, rows = whole.scales()
    A = whole.A * speeds * rows[:, None]
    A[3] = A[0] - 2 * A[1] + distance * np.random.default_rng(0).normal(size=len(speeds))
    return System(whole.M, A / speeds / rows[:, None], whole.a, whole.l * [1, 1, 1, 0])


@every_method
@pytest.mark.parametrize("distance", [0.0, 1e-14, 1e-9])
def test_singular_position(solves, kind: str, distance: float) -> None:
    """A kept row that depends on the others but for `distance` is left out, which changes nothing beyond `distance`."""
    system = dependent(distance)
    speeds, _ = system.scales()
    a, l, lost, _ = solved(solves, kind, system)
    system.kept[3] = 0
    tolerance = CONDITIONED * (EPS * system.condition() + distance)
    load, found = system.A.T @ system.l * speeds, system.A.T @ l * speeds
    assert lost == 1
    assert a / speeds == pytest.approx(system.a / speeds, abs=tolerance * np.abs(system.a / speeds).max())
    assert found == pytest.approx(load, abs=tolerance * np.abs(load).max())


@every_method
def test_row_that_vanishes(solves, kind: str) -> None:
    """A row that vanishes for the moment, even if it is the only one, changes nothing."""
    whole = random_system(5, redundant=0)
    system = System(whole.M, whole.A * [[1], [1], [1], [0]], whole.a, whole.l * [1, 1, 1, 0])
    a, l, lost, _ = solved(solves, kind, system)
    system.kept[3] = 0
    assert lost == 1 and system.error(a, l) <= CONDITIONED * EPS * system.condition()
    alone = System(whole.M, 0 * whole.A[:1], whole.a, [0.0])
    a, l, lost, _ = solved(solves, kind, alone)
    alone.kept[0] = 0
    assert lost == 1 and alone.error(a, l) <= CONDITIONED * EPS * alone.condition()


@every_method
def test_rows_that_shrink_are_lost_by_their_usual_length(solves, kind: str) -> None:
    system = random_system(5, redundant=0)
    rig = rigged(solves, kind, system)
    rig["k"] = np.where(np.arange(4) == 2, 1e-9, 1.0)
    rig.run()
    without, _, _ = accelerations(system.M, system.f, system.A, system.b, np.arange(4) != 2)
    assert rig["lost"][0] == 1
    assert rig["a"] == pytest.approx(without, rel=CONDITIONED * EPS * system.condition())


@every_method
@pytest.mark.parametrize("seed", range(6))
def test_as_least_squares(solves, kind: str, seed: int) -> None:
    """Forces and targets of any kind; rows that are redundant, lost, or not kept."""
    random, system = np.random.default_rng(seed), dependent(0.0) if seed % 2 else random_system(seed, loops=2)
    system.f, system.b = system.M @ random.normal(size=system.a.size), system.A @ random.normal(size=system.a.size)
    expected, load, lost = accelerations(system.M, system.f, system.A, system.b, system.kept)
    a, l, found, _ = solved(solves, kind, system)
    speeds, _ = system.scales()
    system.kept[3] = 0 if seed % 2 else system.kept[3]
    tolerance = CONDITIONED * EPS * system.condition()
    assert found == lost
    assert a / speeds == pytest.approx(expected / speeds, abs=tolerance * np.abs(expected / speeds).max())
    assert system.A.T @ l * speeds == pytest.approx(load * speeds, abs=tolerance * np.abs(load * speeds).max())


@every_method
def test_results_depend_on_nothing_before(solves, kind: str) -> None:
    """Bit by bit the same after other states and other rows kept, and in another instance: what a restored instance computes."""
    system, other = random_system(7, loops=2), random_system(8, loops=2)
    a, l, _, rig = solved(solves, kind, system)
    first = a.tobytes(), l.tobytes()
    for now in (other, system):
        for slot, numbers in zip("MfAbk", (now.M, now.f, now.A, now.b, now.kept)):
            rig[slot] = numbers
        rig.run()
    assert (rig["a"].tobytes(), rig["l"].tobytes()) == first
    again = [solved(solves, kind, system) for _ in range(3)]
    assert all((a.tobytes(), l.tobytes()) == first for a, l, *_ in again)


@every_method
@pytest.mark.parametrize("slot", ["M", "f", "A", "b"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_bad_numbers_are_refused(solves, kind: str, slot: str, bad: float) -> None:
    """What is not a number stops, and nothing is written."""
    rig = rigged(solves, kind, random_system(9))
    rig[slot] = np.where(np.arange(rig[slot].size) == 0, bad, rig[slot])
    assert refusal(rig) == "the rig: masses, forces or constraints are not numbers or too large; look for a division by zero"
    assert not rig["a"].any() and not rig["l"].any()


@every_method_for_singular_masses
def test_motion_without_inertia_is_named(solves, kind: str) -> None:
    """The rank condition on [M A^T] fails: speed 4 has neither inertia nor a constraint."""
    said = refusal(rigged(solves, kind, System(np.diag([1.0, 2.0, 0.0, 0.0]), [[1.0, 0.0, 1.0, 0.0]], np.ones(4), [1.0])))
    assert said == (
        "the rig: the accelerations are not unique: the rank of [M A^T] is 3 of 4, so the motion along speed 4 of 4 has neither inertia nor a "
        "constraint; give what moves there mass or inertia, or a constraint"
    )


@every_method
def test_motion_without_inertia_or_rows_is_named(solves, kind: str) -> None:
    said = refusal(rigged(solves, kind, System(np.diag([1.0, 2.0, 0.0]), np.zeros((0, 3)), np.ones(3), [])))
    assert "the rank of [M A^T] is 2 of 3, so the motion along speed 3 of 3 has neither inertia nor a constraint" in said


def test_singular_mass_is_named(solves) -> None:
    """The method that inverts M says which direction has no inertia and which formulations do without."""
    system = System([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[1.0, 0.0, 1.0]], np.ones(3), [1.0])
    assert refusal(rigged(solves, "WEIGHTED_PSEUDO_INVERSE", system)) == (
        "the rig: the mass matrix is singular: the motion along speeds 1, 2 of 3 has no inertia; give what moves there mass or inertia, or choose "
        "a formulation that allows singular mass matrices: kane_complement or udwadia_phohomsiri"
    )
    assert solved(solves, "UDWADIA_PHOHOMSIRI", system)[0] == pytest.approx(system.a, rel=CONDITIONED * EPS)
