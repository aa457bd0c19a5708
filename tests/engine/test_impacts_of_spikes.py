"""Impacts of two jointed rods whose four ends never slide: against the law solved in SciPy by trying which ends are held."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from tests.engine.impact_law import impact
from tests.random_contacts.one_impact import after_impact
from tests.tolerances import ROUNDOFF

ENDS = 4
NORMAL = 3 * np.arange(ENDS)
TANGENTIAL = np.setdiff1d(np.arange(3 * ENDS), NORMAL)
ROUNDED = 1e4 * ROUNDOFF
RANK = 1e-11  # of the largest: rows of two ends of a rod are redundant along it


def jointed_rods(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """S (12, 12) and velocities (12,) of four ends on the ground, a normal and two tangential rows each, of two rods with a ball joint between."""
    M, A, J = np.zeros((12, 12)), np.zeros((3 * ENDS, 12)), np.zeros((3, 12))
    for rod, sign in enumerate((1.0, -1.0)):
        of = slice(6 * rod, 6 * rod + 6)
        angle, axes = random.uniform(0.0, 2 * np.pi), np.linalg.qr(random.normal(size=(3, 3)))[0]
        half, below = random.uniform(0.05, 0.3) * np.array([np.cos(angle), np.sin(angle), 0.0]), np.array([0.0, 0.0, random.uniform(0.05, 0.3)])
        ends = (half - below, -half * random.uniform(0.5, 1.5) - below)
        M[of, of] = np.block([[2.0 * np.eye(3), np.zeros((3, 3))], [np.zeros((3, 3)), axes @ np.diag(random.uniform(0.01, 0.05, 3)) @ axes.T]])
        A[of, of] = [[*n, *np.cross(end, n)] for end in ends for n in np.eye(3)[[2, 0, 1]]]
        joint = random.uniform(-0.2, 0.2, 3)
        J[:, of] = [[*(sign * n), *(sign * np.cross(joint, n))] for n in np.eye(3)]
    K = np.linalg.inv(M)
    K -= K @ J.T @ np.linalg.solve(J @ K @ J.T, J @ K)
    return A @ K @ A.T, A @ K @ M @ (random.normal(size=12) - np.eye(12)[2] - np.eye(12)[8])


def _presses(S: np.ndarray, before: np.ndarray, held: np.ndarray) -> np.ndarray | None:
    """Impulses that hold these ends, with normal ones that press, where there are any."""
    rows, p = np.flatnonzero(np.repeat(held, 3)), np.zeros(len(before))
    if not len(rows):
        return p
    some = np.linalg.lstsq(S[np.ix_(rows, rows)], -before[rows], rcond=RANK)[0]
    if np.abs(S[np.ix_(rows, rows)] @ some + before[rows]).max() > ROUNDED:
        return None
    _, sizes, axes = np.linalg.svd(S[np.ix_(rows, rows)])
    free = axes[sizes < RANK * sizes[0]].T
    least = linprog(
        np.r_[np.zeros(free.shape[1]), -1.0],
        np.c_[-free[::3], np.ones(len(rows) // 3)],
        some[::3],
        bounds=[(None, None)] * free.shape[1] + [(None, 1.0)],
    )
    if least.status or least.x[-1] < -ROUNDED:
        return None
    p[rows] = some + free @ least.x[:-1]
    return p


def held_or_free(S: np.ndarray, before: np.ndarray) -> list[np.ndarray]:
    """Velocities after the impact, of all solutions: each end is held and pressed, or is free and does not come down."""
    found = []
    for held in product((False, True), repeat=ENDS):
        p = _presses(S, before, np.array(held))
        if p is not None and (before + S @ p)[NORMAL].min() >= -ROUNDED:
            found.append(before + S @ p)
    return found


def as_spikes(S: np.ndarray, before: np.ndarray) -> list[np.ndarray]:
    """The same, where all ends are held along the ground, whatever presses them."""
    mixed = S[np.ix_(NORMAL, TANGENTIAL)] @ np.linalg.pinv(S[np.ix_(TANGENTIAL, TANGENTIAL)], rcond=RANK)
    reduced, b = S[np.ix_(NORMAL, NORMAL)] - mixed @ S[np.ix_(TANGENTIAL, NORMAL)], before[NORMAL] - mixed @ before[TANGENTIAL]
    found = []
    for held in product((False, True), repeat=ENDS):
        rows, p, after = np.flatnonzero(held), np.zeros(ENDS), np.zeros(len(before))
        p[rows] = np.linalg.lstsq(reduced[np.ix_(rows, rows)], -b[rows], rcond=RANK)[0]
        after[NORMAL] = b + reduced @ p
        if p.min() >= -ROUNDED and after.min() >= -ROUNDED and np.abs(after[NORMAL][rows]).max(initial=0.0) <= ROUNDED:
            found.append(after)
    return found


def _gone_wrong(cases: int) -> int:
    """In how many random impacts all ends are spikes although impulses hold some of them and leave others free. All velocities are a solution."""
    random, wrong = np.random.default_rng(0), 0
    for _ in range(cases):
        S, before = jointed_rods(random)
        size = float(np.abs(before).max())
        found, wanted = impact(S, before, [3] * ENDS, [0.0] * ENDS, [np.inf] * ENDS, size=size), held_or_free(S, before)
        wrong += found is None and bool(wanted)
        if found is None:
            found, wanted = impact(S, before, [3] * ENDS, [0.0] * ENDS, [np.inf] * ENDS, bites=True, size=size), as_spikes(S, before)
        assert wanted
        assert min(np.abs(found[1] - after).max() for after in wanted) <= ROUNDED
    return wrong


def test_ends_are_held_where_they_are_pressed_and_free_where_they_rise():
    """Infinite friction of impulses of roundoff held ends that rise. Where no impulses do so, all are spikes."""
    assert _gone_wrong(10) == 0


def test_a_point_that_expansion_presses_is_held_while_it_rises():
    """It never slides, and Poisson's law gives it an impulse in expansion: friction of that is no roundoff."""
    random, seen = np.random.default_rng(1), 0
    for _ in range(50):
        half, before = random.normal(size=(3, 3)), random.normal(size=3) - 2.0 * np.eye(3)[0]
        S, e = half @ half.T + 0.1 * np.eye(3), random.uniform(0.1, 0.9)
        wanted, found = after_impact(S, before, np.inf, e, "poisson"), impact(S, before, [3], [e], [np.inf])
        pressed = np.linalg.solve(S, -before)[0]
        if pressed > 0.0 and wanted is not None and wanted[0] > 0.0:
            assert found is not None
            assert np.abs(found[1] - wanted).max() <= ROUNDED
            seen += 1
    assert seen > 20


@pytest.mark.slow
def test_ends_of_four_hundred_pairs_of_rods():
    assert _gone_wrong(400) <= 5
