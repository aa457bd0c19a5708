"""Solves for multipliers and of superelements in C: values against dense least squares, derivatives as of other solves."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from mbfmu.problem.codegen.direct_solve import direct_solve
from mbfmu.problem.data.ref import Ref
from mbfmu.problem.data.steps import MultiplierSolve, SuperelementSolve
from tests.oracle import handed_to_carriers, multipliers
from tests.tolerances import CONDITIONED, EPS

from .compiled import compiled
from .rig import Rig
from .solving import check_adjoint, check_derivatives, refusal, relative_direction


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


def multiplier(solves, S, pattern, seed: int, kept=None) -> Rig:
    random, k = np.random.default_rng(seed), len(S)
    rows = tuple(int(row) for row in random.permutation(k + 4)[:k])
    usual = np.zeros(k + 4)
    usual[list(rows)] = (1.0 if kept is None else kept) / np.sqrt(np.where(S.diagonal() > 0, S.diagonal(), 1.0))
    values = {"S": [S[i, j] for i, j in pattern], "r": random.normal(size=k) * np.sqrt(S.diagonal())}
    values |= {"k": usual, "lost": [0], "l": np.zeros(k)}
    step = MultiplierSolve(*(Ref(slot, 0, np.size(numbers)) for slot, numbers in values.items()), rows, tuple(pattern), "the rig")
    return Rig(solves, "MULTIPLIER_SOLVE", step, values)


def superelement(solves, S, pattern, seed: int, kept=None) -> Rig:
    alone, random, k = multiplier(solves, S, pattern, seed, kept), np.random.default_rng(seed), len(S)
    carriers = tuple(map(tuple, np.array_split(random.permutation(k), 3)))
    values = {slot: alone[slot].copy() for slot in ("S", "r")}
    values |= {"C": random.normal(size=(k, 6)) * np.sqrt(S.diagonal())[:, None], "o": random.normal(size=3 * 42)}
    values |= {slot: alone[slot].copy() for slot in ("k", "lost", "l")} | {"F": np.zeros(6 * k), "h": np.zeros(3 * 42)}
    given = [Ref(slot, 0, values[slot].size) for slot in ("S", "r", "C", "o", "k", "lost", "l", "F")]
    handed = tuple(Ref("h", 42 * c, 42) for c in range(3))
    step = SuperelementSolve(*given, handed, alone.step.rows, tuple(pattern), carriers, "the rig")
    return Rig(solves, "SUPERELEMENT_SOLVE", step, values)


MAKE = {multiplier: ("Sr", ("l",)), superelement: ("SrCo", ("l", "F", "h"))}
SIDES = {multiplier: (("r",), ("l",)), superelement: (("C", "r"), ("F", "l"))}  # B and X of S X = B
every_schur = pytest.mark.parametrize("make", MAKE)


def some_kept(seed: int, k: int = 18) -> np.ndarray:
    return (np.random.default_rng(seed).random(k) < 0.7).astype(float)


def columns(rig: Rig, slots: tuple[str, ...]) -> np.ndarray:
    """Slots of some numbers a row, side by side."""
    return np.hstack([rig[slot].reshape(rig["l"].size, -1) for slot in slots])


@every_schur
@pytest.mark.parametrize("seed", range(6))
def test_multipliers(solves, make, seed: int) -> None:
    """All rows kept, or some, or none."""
    _, S, pattern = loops(seed)
    rig = make(solves, S, pattern, seed, (None, some_kept(seed), np.zeros(len(S)))[seed % 3])
    rig.run()
    on = rig["k"][list(rig.step.rows)]
    right, left = SIDES[make]
    expected, lost = multipliers(S, columns(rig, right), on)
    scale, tolerance = np.sqrt(S.diagonal())[:, None], CONDITIONED * EPS * condition(S)
    assert rig["lost"][0] == lost == 0
    assert columns(rig, left) * scale == pytest.approx(expected * scale, abs=tolerance * np.abs(expected * scale).max())


@every_schur
def test_factors_that_are_kept_change_nothing(solves, make) -> None:
    """One step run on numbers that come and go finds, to the last bit, what new ones find: of other rows, of dependent ones, and back."""
    A, S, pattern = loops(1)
    dependent = A.copy()
    dependent[pattern[5][0]] = 0.0
    given = [(S, None), (S, some_kept(1)), (dependent @ dependent.T, None), (S, None), (S, None), (4.0 * S, some_kept(2))]
    once, results = make(solves, S, pattern, 1), MAKE[make][1]
    for S, kept in given:
        new = make(solves, S, pattern, 1, kept)
        for slot in new.sizes:
            once[slot] = new[slot]
        for rig in (once, new):
            rig.run()
        direction = relative_direction(new, MAKE[make][0], 2)
        for found, expected in ((once.numbers, new.numbers), (once.tangent(direction, results), new.tangent(direction, results))):
            np.testing.assert_array_equal(found, expected)


def written_out(folder: Path, rigs: list[Rig]) -> list[ctypes._CFuncPtr]:
    """The direct solves of their steps."""
    includes = ("<math.h>", '"constraint_method.h"', '"problem.h"', '"schur_complement.h"')
    lines = [*(f"#include {header}" for header in includes), *(f"DirectSolve direct_{i};" for i in range(len(rigs)))]
    lines += [line for i, rig in enumerate(rigs) for line in direct_solve(f"direct_{i}", rig.step)]
    (folder / "direct.c").write_text("\n".join(lines))
    library = compiled(folder, "schur_complement.c", "cholesky.c", "vector.c", folder / "direct.c")
    return [getattr(library, f"direct_{i}") for i in range(len(rigs))]


def test_solves_that_are_written_out_give_the_same_numbers(solves, tmp_path: Path) -> None:
    """And say where a row depends on others, has vanished or is not kept: then the step goes on with the solve for all."""
    alone = [loops(seed, count) for seed, count in enumerate((1, 2, 3, 4))]
    dependent, vanished = (A.copy() for A, *_ in alone[1:3])
    dependent[1], vanished[2] = 2 * dependent[0], 0.0
    full = [(i, j) for i in range(len(dependent)) for j in range(i + 1)]
    cases = [(S, pattern, None) for _, S, pattern in alone] + [(dependent @ dependent.T, full, None), (vanished @ vanished.T, alone[2][2], None)]
    cases.append((alone[3][1], alone[3][2], np.arange(12) % 3 > 0))
    rigs = [multiplier(solves, S, pattern, seed, kept) for seed, (S, pattern, kept) in enumerate(cases)]
    for i, (rig, direct, (S, *_)) in enumerate(zip(rigs, written_out(tmp_path, rigs), cases)):
        rig.run()
        expected, lost, tolerance = rig["l"].copy(), rig["lost"][0], CONDITIONED * EPS * condition(S)
        rig["l"] = np.nan
        numbers = [rig[slot].ctypes.data_as(ctypes.c_void_p) for slot in "Srk"]
        assert (direct(*numbers, rig["l"].ctypes.data_as(ctypes.c_void_p)) == 0) == (i < len(alone))
        rig.c_step.direct = ctypes.cast(direct, ctypes.c_void_p)
        rig.run()
        assert rig["l"] == pytest.approx(expected, rel=tolerance) and rig["lost"][0] == lost


def condition(S: np.ndarray) -> float:
    """Of the rows scaled to one, those that depend on others left out."""
    scale = 1 / np.sqrt(np.where(S.diagonal() > 0, S.diagonal(), 1.0))
    values = np.linalg.eigvalsh(S * scale * scale[:, None])
    return values[-1] / values[values > 1e-10].min()


@every_schur
@pytest.mark.parametrize("seed", range(4))
def test_multipliers_of_lost_rows(solves, make, seed: int) -> None:
    """A row that depends on others, and one that has vanished: what the others carry is what all would."""
    A, _, pattern = loops(seed)
    A[pattern[5][0]] = 0.0
    if seed % 2:
        i, j = next((i, j) for i, j in pattern if i != j and A[i].any() and A[j].any() and not (A[i].astype(bool) & (A[j] == 0)).any())
        A[i] = 2 * A[j]
    S = A @ A.T
    rig = make(solves, S, pattern, seed)
    right, left = SIDES[make]
    for slot in right:
        rig[slot] = A @ np.random.default_rng(seed).normal(size=(A.shape[1], rig[slot].size // len(S)))
    rig.run()
    expected, lost = multipliers(S, columns(rig, right), np.ones(len(S)))
    tolerance, load = CONDITIONED * EPS * condition(S), A.T @ expected
    assert rig["lost"][0] == lost == 1 + seed % 2
    assert (columns(rig, left) == 0).all(axis=1).sum() == lost
    assert A.T @ columns(rig, left) == pytest.approx(load, abs=tolerance * np.abs(load).max())
    check_adjoint(rig, relative_direction(rig, MAKE[make][0], seed), MAKE[make][1])


@pytest.mark.parametrize("seed", range(4))
def test_handed_to_carriers(solves, seed: int) -> None:
    """All rows kept, or some."""
    _, S, pattern = loops(seed)
    rig = superelement(solves, S, pattern, seed, some_kept(seed) if seed % 2 else None)
    rig.run()
    expected = handed_to_carriers(rig["C"].reshape(-1, 6), columns(rig, ("F", "l")), rig["o"], rig.step.carriers)
    assert rig["h"] == pytest.approx(expected, abs=CONDITIONED * EPS * np.abs(expected).max())


@every_schur
@pytest.mark.parametrize("seed", range(6))
def test_derivatives_of_multipliers(solves, make, seed: int) -> None:
    _, S, pattern = loops(seed)
    rig = make(solves, S, pattern, seed, some_kept(seed) if seed % 2 else None)
    rig.run()
    given, results = MAKE[make]
    direction = relative_direction(rig, given, seed)
    direction["S"] *= 0.1
    check_derivatives(rig, direction, results)


@every_schur
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e200])
def test_multipliers_refuse_bad_numbers(solves, make, bad: float) -> None:
    _, S, pattern = loops(1)
    for slot in MAKE[make][0]:
        rig = make(solves, S, pattern, 1)
        rig[slot] = np.where(np.arange(rig[slot].size) == 1, bad, rig[slot])
        assert refusal(rig) == "the rig: masses, forces or constraints are not numbers or too large; look for a division by zero"
        assert not rig["l"].any()
