"""Constrained solves in C: values against exact solutions and Python, tangents against differences, adjoints against tangents."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu.runtime.steps import CoordinatePartition, IndexOne, OrthogonalComplement, Ref, TangentSpace, UdwadiaPhohomsiri, WeightedPseudoInverse
from tests.engine.systems import System, random_system
from tests.tolerances import CONDITIONED, EPS

from .rig import Rig
from .solving import as_python, check_adjoint, check_derivatives, relative_direction, same_as_python

METHODS = {m.kind: m for m in (WeightedPseudoInverse, OrthogonalComplement, IndexOne, TangentSpace, CoordinatePartition, UdwadiaPhohomsiri)}
every_method = pytest.mark.parametrize("kind", METHODS)


def rigged(solves, kind: str, system: System) -> Rig:
    """A system of mbfmu.runtime in C and in Python."""
    n, m = system.a.size, system.l.size
    values = {"M": system.M, "f": system.f, "A": system.A, "b": system.b, "k": system.kept}
    values |= {"lost": [0.0], "a": np.zeros(n), "l": np.zeros(m)}
    step = METHODS[kind](*(Ref(slot, 0, np.size(numbers)) for slot, numbers in values.items()), system.groups, "the rig")
    return Rig(solves, kind, step, values)


def solved(solves, kind: str, system: System):
    rig = rigged(solves, kind, system)
    rig.run()
    return rig["a"], rig["l"], rig["lost"][0], rig


@every_method
@pytest.mark.parametrize("seed", range(20))
def test_exact_solution(solves, kind: str, seed: int) -> None:
    """Redundant rows, mixed units, one or several superelements."""
    system = random_system(seed, loops=1 + seed % 3)
    a, l, lost, _ = solved(solves, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()
    assert lost == 0 and not l[system.kept == 0].any()


@pytest.mark.parametrize("seed", range(10))
def test_exact_solution_with_singular_mass(solves, seed: int) -> None:
    system = random_system(seed, massless=3)
    a, l, _, _ = solved(solves, "TANGENT_SPACE", system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
@pytest.mark.parametrize("inertia", [1e-6, 1e-9, 0.0])
def test_light_speed_in_several_rows(solves, kind: str, inertia: float) -> None:
    if kind == "WEIGHTED_PSEUDO_INVERSE" and not inertia:
        pytest.skip("needs inertia in every direction")
    system = System(np.diag([1.0, 2.0, 3.0, inertia]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])
    a, l, lost, _ = solved(solves, kind, system)
    assert lost == 0 and system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
@pytest.mark.parametrize(("n", "rank"), [(5, 5), (1, 1), (6, 1), (40, 25)])
def test_extreme_sizes(solves, kind: str, n: int, rank: int) -> None:
    system = random_system(1, n, rank, 0)
    a, l, _, _ = solved(solves, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
def test_nothing_to_solve(solves, kind: str) -> None:
    """Neither speeds nor rows."""
    a, l, lost, _ = solved(solves, kind, System(np.zeros((0, 0)), np.zeros((0, 0)), [], []))
    assert a.size == l.size == lost == 0


@every_method
@pytest.mark.parametrize("case", ["none kept", "singular position", "vanished", "only one, vanished"])
def test_as_python(solves, kind: str, case: str) -> None:
    """Where rows are lost or none is kept, C finds what Python does."""
    system = random_system(3, redundant=0)
    if case == "none kept":
        system.kept[:] = 0.0
    elif case == "singular position":
        system.A[3], system.b[3] = system.A[0] - 2 * system.A[1], 1.0
    elif case == "vanished":
        system.A[3] = 0.0
    else:
        system = System(system.M, 0 * system.A[:1], system.a, [0.0])
    same_as_python(rigged(solves, kind, system), ("a", "l"), 1e3)


def test_two_light_speeds_as_python(solves) -> None:
    system = random_system(3, redundant=0)
    system.M[:2] *= 1e-7
    system.M[:, :2] *= 1e-7
    same_as_python(rigged(solves, "TANGENT_SPACE", system), ("a", "l"), 1e3)


@every_method
def test_rows_that_shrink_are_lost_by_their_usual_length(solves, kind: str) -> None:
    system = random_system(5, redundant=0)
    rig = rigged(solves, kind, system)
    rig["k"] = np.where(np.arange(rig["k"].size) == 2, 1e-9, rig["k"])
    rig.run()
    rig.run_python()
    assert rig["lost"][0] == rig.python["lost"][0] == 1


@every_method
@pytest.mark.parametrize("slot", ["M", "f", "A", "b"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_bad_numbers_are_refused(solves, kind: str, slot: str, bad: float) -> None:
    """In the words of Python, and nothing is written."""
    rig = rigged(solves, kind, random_system(9))
    rig[slot] = np.where(np.arange(rig[slot].size) == 0, bad, rig[slot])
    native, python = as_python(rig)
    assert native == python
    assert not rig["a"].any() and not rig["l"].any()


@every_method
def test_motion_without_inertia_is_named(solves, kind: str) -> None:
    no_rows = System(np.diag([1.0, 2.0, 0.0]), np.zeros((0, 3)), np.ones(3), [])
    whole = System([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[0.0, 0.0, 1.0]], np.ones(3), [1.0])
    for system in (no_rows, whole):
        native, python = as_python(rigged(solves, kind, system))
        assert native == python


@every_method
@pytest.mark.parametrize("case", ["regular", "loops", "none kept"])
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_of_a_constrained_solve(solves, kind: str, case: str, seed: int) -> None:
    system = random_system(seed, loops=2 if case == "loops" else 1)
    if case == "none kept":
        system.kept[:] = 0.0
    *_, rig = solved(solves, kind, system)
    check_derivatives(rig, relative_direction(rig, "MfAb", seed), ("a", "l"))


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_with_a_light_speed(solves, seed: int) -> None:
    """Differences of the method that is not well conditioned there are noise, but its tangents are those of the other."""
    system = System(np.diag([1.0, 2.0, 3.0, 1e-9]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])
    rig, other = (solved(solves, kind, system)[-1] for kind in ("TANGENT_SPACE", "WEIGHTED_PSEUDO_INVERSE"))
    direction, results = relative_direction(rig, "MfAb", seed), ("a", "l")
    check_derivatives(rig, direction, results)
    expected = rig.tangent(direction, results)
    assert other.tangent(direction, results) == pytest.approx(expected, abs=CONDITIONED * EPS * system.condition() * np.abs(expected).max())


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_with_singular_mass(solves, seed: int) -> None:
    """Along a direction that leaves the mass matrix singular."""
    *_, rig = solved(solves, "TANGENT_SPACE", random_system(seed, massless=3))
    check_derivatives(rig, relative_direction(rig, "fAb", seed) | {"M": 0.1 * rig["M"]}, ("a", "l"))


@every_method
def test_derivatives_in_a_singular_position(solves, kind: str) -> None:
    """A lost row says nothing; directions along which it stays the one that is lost."""
    system = random_system(3, redundant=0)
    system.A[3], system.b[3] = system.A[0] - 2 * system.A[1], 1.0
    *_, lost, rig = solved(solves, kind, system)
    assert lost == 1
    direction, results = relative_direction(rig, "Mfb", 1), ("a", "l")
    np.fill_diagonal(direction["M"], 0.0)
    check_derivatives(rig, direction, results)
    check_adjoint(rig, relative_direction(rig, "MfAb", 2), results)
