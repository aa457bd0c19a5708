"""Solves for multipliers and of superelements in C: values against exact solutions and Python, derivatives as of other solves."""

from __future__ import annotations

import numpy as np
import pytest

from mbfmu.runtime.steps import MultiplierSolve, Ref, SuperelementSolve
from tests.tolerances import CONDITIONED, EPS

from .rig import Rig
from .solving import as_python, check_adjoint, check_derivatives, relative_direction, same_as_python


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
    values = {slot: alone.python[slot] for slot in ("S", "r")}
    values |= {"C": random.normal(size=(k, 6)) * np.sqrt(S.diagonal())[:, None], "o": random.normal(size=3 * 42)}
    values |= {slot: alone.python[slot] for slot in ("k", "lost", "l")} | {"F": np.zeros(6 * k), "h": np.zeros(3 * 42)}
    given = [Ref(slot, 0, values[slot].size) for slot in ("S", "r", "C", "o", "k", "lost", "l", "F")]
    handed = tuple(Ref("h", 42 * c, 42) for c in range(3))
    step = SuperelementSolve(*given, handed, alone.step.rows, tuple(pattern), carriers, "the rig")
    return Rig(solves, "SUPERELEMENT_SOLVE", step, values)


MAKE = {multiplier: ("Sr", ("l",)), superelement: ("SrCo", ("l", "F", "h"))}
every_schur = pytest.mark.parametrize("make", MAKE)


def some_kept(seed: int, k: int = 18) -> np.ndarray:
    return (np.random.default_rng(seed).random(k) < 0.7).astype(float)


@every_schur
@pytest.mark.parametrize("seed", range(6))
def test_multipliers(solves, make, seed: int) -> None:
    """All rows kept, or some, or none."""
    _, S, pattern = loops(seed)
    kept = (None, some_kept(seed), np.zeros(len(S)))[seed % 3]
    rig = make(solves, S, pattern, seed, kept)
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
def test_multipliers_of_lost_rows(solves, make, seed: int) -> None:
    """A row that depends on others, and one that has vanished."""
    A, _, pattern = loops(seed)
    A[pattern[5][0]] = 0.0
    if seed % 2:
        i, j = next((i, j) for i, j in pattern if i != j and A[i].any() and A[j].any() and not (A[i].astype(bool) & (A[j] == 0)).any())
        A[i] = 2 * A[j]
    S = A @ A.T
    rig = make(solves, S, pattern, seed)
    for slot in MAKE[make][0].replace("S", ""):
        rig[slot] = np.random.default_rng(seed).normal(size=rig[slot].size)
    same_as_python(rig, MAKE[make][1], 1e6)
    assert rig["lost"][0] == 1 + seed % 2
    check_adjoint(rig, relative_direction(rig, MAKE[make][0], seed), MAKE[make][1])


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
        native, python = as_python(rig)
        assert native == python and not rig["l"].any()
