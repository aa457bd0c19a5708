"""The solves of a schedule in C: values against exact solutions and Python, tangents against differences, adjoints against tangents."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from scipy.special import lambertw

from mbfmu.runtime.errors import StepFailed
from mbfmu.runtime.steps import Call, MultiplierSolve, NewtonSolve, Ref, SpdSolve, SuperelementSolve, TangentSpace, WeightedPseudoInverse
from tests.runtime.systems import System, random_system
from tests.tolerances import CONDITIONED, EPS, FINITE_DIFFERENCE, ROUNDOFF

from .rig import Rig, rig_library

METHODS = {"WEIGHTED_PSEUDO_INVERSE": WeightedPseudoInverse, "TANGENT_SPACE": TangentSpace}
every_method = pytest.mark.parametrize("kind", METHODS)


def newton_functions(folder) -> tuple[dict, object]:
    """Two unknowns that need damping; C code of the function, its forward and its reverse derivative."""
    z, u = ca.SX.sym("z", 2), ca.SX.sym("u", 2)
    residual = ca.vertcat(z[0] * ca.exp(z[0]) - u[0] + 0.1 * z[1], z[1] + z[1] ** 3 - u[1] * z[0])
    results = [residual, ca.densify(ca.jacobian(residual, z))]
    seeds, told = [ca.SX.sym("dz", 2), ca.SX.sym("du", 2)], [ca.SX.sym("dr", 2), ca.SX.sym("dj", 2, 2)]
    stacked, given = ca.vertcat(*map(ca.vec, results)), ca.vertcat(z, u)
    along = ca.jtimes(stacked, given, ca.vertcat(*seeds))
    back = ca.jtimes(stacked, given, ca.vertcat(told[0], ca.vec(told[1])), True)
    functions = [
        ca.Function("equations", [z, u], results),
        ca.Function("equations_forward", [z, u, *seeds], [ca.densify(along[:2]), ca.densify(along[2:])]),
        ca.Function("equations_reverse", [z, u, *told], [ca.densify(back[:2]), ca.densify(back[2:])]),
    ]
    generator = ca.CodeGenerator("equations.c", {"casadi_int": "long long int"})
    for function in functions:
        generator.add(function)
    source = folder / "equations.c"
    source.write_text('#pragma GCC diagnostic ignored "-Wunused-parameter"\n' + generator.dump())
    return {"equations": functions[0]}, source


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solves")
    return rig_library(folder, newton_functions(folder)[1])


def rigged(library, kind: str, system: System) -> Rig:
    """A system of mbfmu.runtime in C and in Python."""
    n, m = system.a.size, system.l.size
    values = {"M": system.M, "f": system.f, "A": system.A, "b": system.b, "k": system.kept}
    values |= {"lost": [0.0], "a": np.zeros(n), "l": np.zeros(m)}
    step = METHODS[kind](*(Ref(slot, 0, np.size(numbers)) for slot, numbers in values.items()), system.groups, "the rig")
    return Rig(library, kind, step, values)


def solved(library, kind: str, system: System):
    rig = rigged(library, kind, system)
    rig.run()
    return rig["a"], rig["l"], rig["lost"][0], rig


def differences(rig: Rig, direction: dict[str, np.ndarray], results: tuple[str, ...]) -> np.ndarray:
    """The derivative of `results` along `direction` by central differences with Richardson's extrapolation."""
    given = {slot: rig[slot].copy() for slot in direction}

    def moved(step: float) -> np.ndarray:
        for slot, numbers in direction.items():
            rig[slot] = given[slot] + step * np.ravel(numbers)
        rig.run()
        return np.concatenate([rig[slot] for slot in results])

    table = [(moved(h) - moved(-h)) / (2 * h) for h in (4e-3, 2e-3, 1e-3)]
    for slot in direction:
        rig[slot] = given[slot]
    rig.run()
    once = [(4 * fine - coarse) / 3 for coarse, fine in zip(table, table[1:])]
    return (16 * once[1] - once[0]) / 15


def check_adjoint(rig: Rig, direction: dict[str, np.ndarray], results: tuple[str, ...], seed: int = 0) -> None:
    """What results are told along a direction is what is told to what enters, along it; and results are told no more."""
    random = np.random.default_rng(seed)
    tangent = rig.tangent(direction, results)
    scale = np.where(tangent != 0, 1 / np.maximum(np.abs(tangent), 1e-300), 1.0)
    seeds, start = {}, 0
    for slot in results:
        size = rig[slot].size
        seeds[slot] = random.normal(size=size) * scale[start : start + size]
        start += size
    told = rig.adjoint(seeds)
    sums = [told[slot] * np.ravel(numbers) for slot, numbers in direction.items()]
    entering, leaving = np.concatenate(sums), np.concatenate([seeds[slot] for slot in results]) * tangent
    assert entering.sum() == pytest.approx(leaving.sum(), abs=1e4 * EPS * (np.abs(entering).sum() + np.abs(leaving).sum()))
    assert not any(told[slot].any() for slot in results)


def check_derivatives(rig: Rig, direction: dict[str, np.ndarray], results: tuple[str, ...]) -> None:
    """The tangent against differences, the adjoint against the tangent."""
    found, expected = rig.tangent(direction, results), differences(rig, direction, results)
    assert found == pytest.approx(expected, abs=FINITE_DIFFERENCE * np.abs(expected).max())
    check_adjoint(rig, direction, results)


def relative_direction(rig: Rig, slots: str, seed: int) -> dict[str, np.ndarray]:
    """A direction in which numbers change relative to what they are; the mass matrix stays symmetric."""
    random = np.random.default_rng(seed)
    direction = {slot: rig[slot] * random.normal(size=rig[slot].size) for slot in slots}
    if "M" in direction:
        n = rig["f"].size
        M = direction["M"].reshape(n, n)
        direction["M"] = M + M.T
    return direction


@every_method
@pytest.mark.parametrize("seed", range(20))
def test_exact_solution(library, kind: str, seed: int) -> None:
    """Redundant rows, mixed units, one or several superelements."""
    system = random_system(seed, loops=1 + seed % 3)
    a, l, lost, _ = solved(library, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()
    assert lost == 0 and not l[system.kept == 0].any()


@pytest.mark.parametrize("seed", range(10))
def test_exact_solution_with_singular_mass(library, seed: int) -> None:
    system = random_system(seed, massless=3)
    a, l, _, _ = solved(library, "TANGENT_SPACE", system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
@pytest.mark.parametrize("inertia", [1e-6, 1e-9, 0.0])
def test_light_speed_in_several_rows(library, kind: str, inertia: float) -> None:
    if kind == "WEIGHTED_PSEUDO_INVERSE" and not inertia:
        pytest.skip("needs inertia in every direction")
    system = System(np.diag([1.0, 2.0, 3.0, inertia]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])
    a, l, lost, _ = solved(library, kind, system)
    assert lost == 0 and system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
@pytest.mark.parametrize(("n", "rank"), [(5, 5), (1, 1), (6, 1), (40, 25)])
def test_extreme_sizes(library, kind: str, n: int, rank: int) -> None:
    system = random_system(1, n, rank, 0)
    a, l, _, _ = solved(library, kind, system)
    assert system.error(a, l) <= CONDITIONED * EPS * system.condition()


@every_method
def test_nothing_to_solve(library, kind: str) -> None:
    """Neither speeds nor rows."""
    a, l, lost, _ = solved(library, kind, System(np.zeros((0, 0)), np.zeros((0, 0)), [], []))
    assert a.size == l.size == lost == 0


def as_python(rig: Rig) -> tuple[str, str]:
    """Messages of the two."""
    with pytest.raises(StepFailed) as python:
        rig.run_python()
    with pytest.raises(StepFailed) as native:
        rig.run()
    return str(native.value), str(python.value)


def same_as_python(rig: Rig, results: tuple[str, ...], condition: float) -> None:
    rig.run()
    rig.run_python()
    for slot in results:
        expected = rig.python[slot]
        assert rig[slot] == pytest.approx(expected, abs=CONDITIONED * EPS * condition * np.abs(expected).max(initial=0.0))
    assert rig["lost"] == rig.python["lost"]


@every_method
@pytest.mark.parametrize("case", ["none kept", "singular position", "vanished", "only one, vanished"])
def test_as_python(library, kind: str, case: str) -> None:
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
    same_as_python(rigged(library, kind, system), ("a", "l"), 1e3)


def test_two_light_speeds_as_python(library) -> None:
    system = random_system(3, redundant=0)
    system.M[:2] *= 1e-7
    system.M[:, :2] *= 1e-7
    same_as_python(rigged(library, "TANGENT_SPACE", system), ("a", "l"), 1e3)


@every_method
def test_rows_that_shrink_are_lost_by_their_usual_length(library, kind: str) -> None:
    system = random_system(5, redundant=0)
    rig = rigged(library, kind, system)
    rig["k"] = np.where(np.arange(rig["k"].size) == 2, 1e-9, rig["k"])
    rig.run()
    rig.run_python()
    assert rig["lost"][0] == rig.python["lost"][0] == 1


@every_method
@pytest.mark.parametrize("slot", ["M", "f", "A", "b"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_bad_numbers_are_refused(library, kind: str, slot: str, bad: float) -> None:
    """In the words of Python, and nothing is written."""
    rig = rigged(library, kind, random_system(9))
    rig[slot] = np.where(np.arange(rig[slot].size) == 0, bad, rig[slot])
    native, python = as_python(rig)
    assert native == python
    assert not rig["a"].any() and not rig["l"].any()


@every_method
def test_motion_without_inertia_is_named(library, kind: str) -> None:
    no_rows = System(np.diag([1.0, 2.0, 0.0]), np.zeros((0, 3)), np.ones(3), [])
    whole = System([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[0.0, 0.0, 1.0]], np.ones(3), [1.0])
    for system in (no_rows, whole):
        native, python = as_python(rigged(library, kind, system))
        assert native == python


@every_method
@pytest.mark.parametrize("case", ["regular", "loops", "none kept"])
@pytest.mark.parametrize("seed", range(3))
def test_derivatives_of_a_constrained_solve(library, kind: str, case: str, seed: int) -> None:
    system = random_system(seed, loops=2 if case == "loops" else 1)
    if case == "none kept":
        system.kept[:] = 0.0
    *_, rig = solved(library, kind, system)
    check_derivatives(rig, relative_direction(rig, "MfAb", seed), ("a", "l"))


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_with_a_light_speed(library, seed: int) -> None:
    """Differences of the method that is not well conditioned there are noise, but its tangents are those of the other."""
    system = System(np.diag([1.0, 2.0, 3.0, 1e-9]), [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]], [1, 2, 3, 4], [5, 6, 7])
    rig, other = (solved(library, kind, system)[-1] for kind in ("TANGENT_SPACE", "WEIGHTED_PSEUDO_INVERSE"))
    direction, results = relative_direction(rig, "MfAb", seed), ("a", "l")
    check_derivatives(rig, direction, results)
    expected = rig.tangent(direction, results)
    assert other.tangent(direction, results) == pytest.approx(expected, abs=CONDITIONED * EPS * system.condition() * np.abs(expected).max())


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_with_singular_mass(library, seed: int) -> None:
    """Along a direction that leaves the mass matrix singular."""
    *_, rig = solved(library, "TANGENT_SPACE", random_system(seed, massless=3))
    check_derivatives(rig, relative_direction(rig, "fAb", seed) | {"M": 0.1 * rig["M"]}, ("a", "l"))


@every_method
def test_derivatives_in_a_singular_position(library, kind: str) -> None:
    """A lost row says nothing; directions along which it stays the one that is lost."""
    system = random_system(3, redundant=0)
    system.A[3], system.b[3] = system.A[0] - 2 * system.A[1], 1.0
    *_, lost, rig = solved(library, kind, system)
    assert lost == 1
    direction, results = relative_direction(rig, "Mfb", 1), ("a", "l")
    np.fill_diagonal(direction["M"], 0.0)
    check_derivatives(rig, direction, results)
    check_adjoint(rig, relative_direction(rig, "MfAb", 2), results)


def spd(library, n: int, seed: int) -> Rig:
    random = np.random.default_rng(seed)
    G = random.normal(size=(n, n + 3))
    step = SpdSolve(Ref("M", 0, n * n), Ref("f", 0, n), Ref("x", 0, n), "the mass matrix of the rig")
    return Rig(library, "SPD_SOLVE", step, {"M": G @ G.T, "f": random.normal(size=n), "x": np.zeros(n)})


@pytest.mark.parametrize("n", [1, 2, 10, 30])
def test_spd_solve(library, n: int) -> None:
    rig = spd(library, n, n)
    M = rig["M"].reshape(n, n)
    rig.run()
    assert rig["x"] == pytest.approx(np.linalg.solve(M, rig["f"]), abs=CONDITIONED * EPS * np.linalg.cond(M) * np.abs(rig["x"]).max())
    direction = relative_direction(rig, "Mf", 1)
    direction["M"] *= 1e-2 / n
    check_derivatives(rig, direction, ("x",))


def test_spd_solve_names_the_row(library) -> None:
    rig = spd(library, 3, 0)
    rig["M"] = np.diag([1.0, -1.0, 1.0])
    native, python = as_python(rig)
    assert native == python and not rig["x"].any()


def newton(library, tmp_path, u, z=(0.0, 0.0)) -> Rig:
    functions, _ = newton_functions(tmp_path)
    results = (Ref("r", 0, 2), Ref("J", 0, 4))
    evaluate = Call("equations", (Ref("z", 0, 2), Ref("u", 0, 2)), results)
    step = NewtonSolve((evaluate,), *results, Ref("z", 0, 2), (1.0, 1.0), "the unknown W")
    return Rig(library, "NEWTON_SOLVE", step, {"z": z, "u": u, "r": [0, 0], "J": np.zeros(4)}, functions)


@pytest.mark.parametrize("u", [(1.0, 0.0), (1e6, 0.0), (3.0, 2.0), (0.0, 1.0)])
def test_newton_solve(library, tmp_path, u) -> None:
    """Lambert's W where the unknowns are apart; Python's solution where they are coupled."""
    rig = newton(library, tmp_path, u)
    rig.run()
    rig.run_python()
    assert rig["z"] == pytest.approx(rig.python["z"], rel=ROUNDOFF)
    if not u[1]:
        assert rig["z"][0] == pytest.approx(lambertw(u[0]).real, rel=ROUNDOFF)
    check_derivatives(rig, {"u": np.array([0.1, -0.2]) * (1 + np.abs(u))}, ("z",))


@pytest.mark.parametrize("u", [(-5.0, 0.0), (np.nan, 0.0), (1.0, np.inf)])
def test_newton_solve_names_the_unknown(library, tmp_path, u) -> None:
    """In the words of Python; the unknowns keep their values."""
    rig = newton(library, tmp_path, u, z=(0.25, 0.5))
    native, python = as_python(rig)
    assert native.split(" at ")[0] == python.split(" at ")[0]
    assert rig["z"].tolist() == [0.25, 0.5]


def loops(seed: int, count: int = 6, size: int = 3):
    """The Schur complement of a chain of `count` loops with `size` rows each, neighbours coupled, rows in any order; and its nonzeros."""
    random = np.random.default_rng(seed)
    k = count * size
    A = np.zeros((k, k + 2 * size))
    for i in range(count):
        A[size * i : size * (i + 1), size * i : size * (i + 3)] = random.normal(size=(size, 3 * size))
        A[size * i : size * (i + 1), size * i : size * (i + 1)] += 4 * np.eye(size)
    A = A[random.permutation(k)] * 2.0 ** random.integers(-6, 7, k)[:, None]
    S = A @ A.T
    i, j = np.nonzero(np.tril(A.astype(bool).astype(int) @ A.T.astype(bool)))
    flip = random.random(i.size) < 0.3
    return A, S, [(int(b), int(a)) if f else (int(a), int(b)) for a, b, f in zip(i, j, flip)]


def multiplier(library, S, pattern, seed: int, kept=None) -> Rig:
    random, k = np.random.default_rng(seed), len(S)
    rows = tuple(int(row) for row in random.permutation(k + 4)[:k])
    usual = np.zeros(k + 4)
    usual[list(rows)] = (1.0 if kept is None else kept) / np.sqrt(np.where(S.diagonal() > 0, S.diagonal(), 1.0))
    values = {"S": [S[i, j] for i, j in pattern], "r": random.normal(size=k) * np.sqrt(S.diagonal())}
    values |= {"k": usual, "lost": [0], "l": np.zeros(k)}
    step = MultiplierSolve(*(Ref(slot, 0, np.size(numbers)) for slot, numbers in values.items()), rows, tuple(pattern), "the rig")
    return Rig(library, "MULTIPLIER_SOLVE", step, values)


def superelement(library, S, pattern, seed: int, kept=None) -> Rig:
    alone, random, k = multiplier(library, S, pattern, seed, kept), np.random.default_rng(seed), len(S)
    carriers = tuple(map(tuple, np.array_split(random.permutation(k), 3)))
    values = {slot: alone.python[slot] for slot in ("S", "r")}
    values |= {"C": random.normal(size=(k, 6)) * np.sqrt(S.diagonal())[:, None], "o": random.normal(size=3 * 42)}
    values |= {slot: alone.python[slot] for slot in ("k", "lost", "l")} | {"F": np.zeros(6 * k), "h": np.zeros(3 * 42)}
    given = [Ref(slot, 0, values[slot].size) for slot in ("S", "r", "C", "o", "k", "lost", "l", "F")]
    handed = tuple(Ref("h", 42 * c, 42) for c in range(3))
    step = SuperelementSolve(*given, handed, alone.step.rows, tuple(pattern), carriers, "the rig")
    return Rig(library, "SUPERELEMENT_SOLVE", step, values)


MAKE = {multiplier: ("Sr", ("l",)), superelement: ("SrCo", ("l", "F", "h"))}
every_schur = pytest.mark.parametrize("make", MAKE)


def some_kept(seed: int, k: int = 18) -> np.ndarray:
    return (np.random.default_rng(seed).random(k) < 0.7).astype(float)


@every_schur
@pytest.mark.parametrize("seed", range(6))
def test_multipliers(library, make, seed: int) -> None:
    """All rows kept, or some, or none."""
    _, S, pattern = loops(seed)
    kept = (None, some_kept(seed), np.zeros(len(S)))[seed % 3]
    rig = make(library, S, pattern, seed, kept)
    given, results = MAKE[make]
    same_as_python(rig, results, 1e4)
    if make is multiplier:
        on = np.arange(len(S)) if kept is None else np.flatnonzero(kept)
        expected = np.zeros(len(S))
        expected[on] = np.linalg.solve(S[np.ix_(on, on)], rig["r"][on])
        scale = np.sqrt(S.diagonal())
        assert rig["l"] * scale == pytest.approx(expected * scale, abs=1e4 * CONDITIONED * EPS * np.abs(expected * scale).max(initial=0.0))


@every_schur
@pytest.mark.parametrize("seed", range(4))
def test_multipliers_of_lost_rows(library, make, seed: int) -> None:
    """A row that depends on others, and one that has vanished."""
    A, _, pattern = loops(seed)
    A[pattern[5][0]] = 0.0
    if seed % 2:
        i, j = next((i, j) for i, j in pattern if i != j and A[i].any() and A[j].any() and not (A[i].astype(bool) & (A[j] == 0)).any())
        A[i] = 2 * A[j]
    S = A @ A.T
    rig = make(library, S, pattern, seed)
    for slot in MAKE[make][0].replace("S", ""):
        rig[slot] = np.random.default_rng(seed).normal(size=rig[slot].size)
    same_as_python(rig, MAKE[make][1], 1e6)
    assert rig["lost"][0] == 1 + seed % 2
    check_adjoint(rig, relative_direction(rig, MAKE[make][0], seed), MAKE[make][1])


@every_schur
@pytest.mark.parametrize("seed", range(6))
def test_derivatives_of_multipliers(library, make, seed: int) -> None:
    _, S, pattern = loops(seed)
    rig = make(library, S, pattern, seed, some_kept(seed) if seed % 2 else None)
    rig.run()
    given, results = MAKE[make]
    direction = relative_direction(rig, given, seed)
    direction["S"] *= 0.1
    check_derivatives(rig, direction, results)


@every_schur
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_multipliers_refuse_bad_numbers(library, make, bad: float) -> None:
    _, S, pattern = loops(1)
    for slot in MAKE[make][0]:
        rig = make(library, S, pattern, 1)
        rig[slot] = np.where(np.arange(rig[slot].size) == 1, bad, rig[slot])
        native, python = as_python(rig)
        assert native == python and not rig["l"].any()
