"""Schutte & Udwadia, eq. 21, as it stands, beside the method in C; and where eq. 23 fails."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tolerances import CONDITIONED, EPS, NEARLY_PARALLEL

from .constrained import solved
from .systems import System, random_system


def augmented(M, f, A, b) -> tuple[np.ndarray, np.ndarray]:
    """Eq. 23: matrix and right side."""
    return np.block([[M, -A.T], [A, np.zeros((len(A), len(A)))]]), np.concatenate((f, b))


def literally(M, f, A, b, roundoff: float = 1e-15) -> np.ndarray:
    """Eq. 21, as it stands."""
    inverse = lambda matrix: np.linalg.pinv(matrix, rcond=roundoff)
    return inverse(np.vstack(((np.eye(len(f)) - inverse(A) @ A) @ M, A))) @ np.concatenate((f, b))


@pytest.mark.parametrize("seed", range(5))
def test_multiplier_form_is_singular_where_eq_21_works(solves, seed: int) -> None:
    """Rows that depend on others, all of them kept, and a singular M: the rank condition, eq. 20, is all that counts."""
    system = random_system(seed, massless=3)
    tolerance = CONDITIONED * EPS * system.condition() * np.linalg.norm(system.scaled()[4], np.inf)
    system.kept[:] = 1.0
    M, f, A, b, a, _ = system.scaled()
    matrix, _ = augmented(M, f, A, b)
    assert np.linalg.matrix_rank(matrix) == len(matrix) - 3
    assert literally(M, f, A, b, 1e-10) == pytest.approx(a, abs=tolerance)
    speeds, _ = system.scales()
    found, _, lost, _ = solved(solves, "UDWADIA_PHOHOMSIRI", system)
    assert lost == 3 and found / speeds == pytest.approx(a, abs=tolerance)


def test_multiplier_form_loses_digits_as_rows_become_parallel(solves) -> None:
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
        found, multipliers, *_ = solved(solves, "UDWADIA_PHOHOMSIRI", system)
        ours = np.abs(np.concatenate((found - a, A.T @ (multipliers - system.l)))).max() / np.abs(a).max()
        assert ours <= NEARLY_PARALLEL
        matrix, right_side = augmented(M, system.f, A, system.b)
        if np.linalg.cond(matrix) < 0.01 / EPS:
            wrong = np.linalg.solve(matrix, right_side)[len(a) :] - system.l
            literal = literally(M, system.f, A, system.b) - a
            lost[decade] = np.abs(wrong).max() / np.abs(l).max(), np.abs(literal).max() / np.abs(a).max()
    last = max(lost)
    assert last < 9  # singular to working precision behind it
    assert lost[last][0] > 1e6 * lost[1][0] and lost[last][0] > 1e-6
    assert lost[last][1] > 1e-2
