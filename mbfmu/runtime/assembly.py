"""Assembly: the start values go onto the constraints, by Newton's method, no farther than they must."""

from dataclasses import dataclass

import numpy as np

from .contradiction import contradiction
from .errors import StepFailed
from .finite_rows import refuse_not_finite_rows
from .mechanism import MISFIT, ROUNDOFF, Level
from .scaled_rows import ScaledRows

ITERATIONS = 200
FARTHEST = 0.5  # by how much of its length a row may change in one step: the assembly stays on the branch it began on
COARSEST, DEPENDENT, FINEST = 0.1, 1e-4, 1e-8  # relative singular values below which directions wait, at first, later, at last
SHARPENINGS = 3  # Newton's steps at most from misfit to roundoff
LEAST = 1e-3  # of a step, before it is given up
NOTHING = 1e-12  # of the square of residuals, promised by a step: the directions it can go in are done


def assemble(level: Level, rows: np.ndarray, fixed: np.ndarray) -> None:
    """Bring the residuals of `rows` (mask) to zero and keep those of `fixed` starts (mask) at zero, by the smallest change in the mass metric.

    Off the constraints a redundant row looks independent, by as much as rows change on the way to the constraints: so directions
    wait whose singular values are below the change of the rows in the last step. StepFailed names what contradicts what, or is no number where it begins.
    """
    mechanism, rows, fixed = level.mechanism, np.flatnonzero(rows), np.flatnonzero(fixed)
    mechanism.evaluate()
    refuse_not_finite_rows(level, rows)
    tolerance = COARSEST
    for _ in range(ITERATIONS):
        if _closed(level, rows, fixed, level.roundoff(), ROUNDOFF) or (
            tolerance < DEPENDENT and _closed(level, rows, fixed, level.misfit(), MISFIT)
        ):
            return
        step = _Step.at(level, rows, fixed, tolerance)
        reduced, turned = step.taken()
        if not reduced:
            if tolerance <= FINEST:
                break
            tolerance *= 0.1
        else:
            tolerance = min(COARSEST, max(DEPENDENT, turned))
    if not _closed(level, rows, fixed, level.misfit(), MISFIT):
        raise contradiction(level, rows, fixed)


def sharpen(level: Level, rows: np.ndarray, fixed: np.ndarray) -> None:
    """Bring residuals of independent `rows` (mask) that an assembly has left as misfit to roundoff, as far as `fixed` starts (mask) let it."""
    rows, fixed = np.flatnonzero(rows), np.flatnonzero(fixed)
    for _ in range(SHARPENINGS):
        if _closed(level, rows, fixed, level.roundoff(), ROUNDOFF) or not _Step.at(level, rows, fixed, FINEST).taken()[0]:
            return


def _closed(level: Level, rows: np.ndarray, fixed: np.ndarray, bounds: np.ndarray, start_bound: float) -> bool:
    starts = np.abs(level.mechanism.A_start[fixed]).sum(axis=1) * start_bound
    return bool((np.abs(level.residual[rows]) <= bounds[rows]).all() and (np.abs(level.start_residual[fixed]) <= starts).all())


@dataclass(frozen=True)
class _Step:
    """One step of Newton's method: the rows it was found with, the change of speeds it asks for and that of residuals it promises."""

    level: Level
    rows: np.ndarray
    constraints: ScaledRows
    change: np.ndarray
    promised: np.ndarray

    @staticmethod
    def at(level: Level, rows: np.ndarray, fixed: np.ndarray, tolerance: float) -> "_Step":
        """The smallest change that fulfils the fixed starts, and of the rows what singular values above `tolerance` can."""
        mechanism = level.mechanism
        constraints = mechanism.measured(rows)
        starts = ScaledRows.of(mechanism.A_start[fixed], constraints.factor)
        first, free = _solved(starts.rows, level.start_residual[fixed] / starts.scale, FINEST)
        residual = level.residual[rows] / constraints.scale + constraints.rows @ first
        second, _ = _solved(constraints.rows @ free, residual, tolerance)
        return _Step(level, rows, constraints, constraints.change(first + free @ second), constraints.rows @ (first + free @ second))

    def taken(self) -> tuple[bool, float]:
        """Take as much of the step as does not turn the rows too far; whether residuals became smaller as promised, and how far rows turned."""
        mechanism, before, share = self.level.mechanism, self.level.mechanism.x.copy(), 1.0
        square, gain = self._square(), float(self.promised @ self.promised)
        while share > LEAST and gain > NOTHING * square:
            self.level.move(share * self.change)
            mechanism.evaluate()
            rows = ScaledRows.of(mechanism.A[self.rows], self.constraints.factor, self.constraints.scale).rows
            turned = np.linalg.norm(rows - self.constraints.rows, axis=1)
            if turned.max(initial=0.0) <= FARTHEST and self._square() < square - 0.1 * share * gain:
                return True, float(np.linalg.norm(turned))
            mechanism.x[:] = before
            share *= 0.5
        mechanism.evaluate()
        return False, 0.0

    def _square(self) -> float:
        scaled = self.level.residual[self.rows] / self.constraints.scale
        return float(scaled @ scaled)


def _solved(rows: np.ndarray, residual: np.ndarray, tolerance: float) -> tuple[np.ndarray, np.ndarray]:
    """The shortest y with rows y = -residual where singular values are above `tolerance`, and a basis of what is left free."""
    if not rows.size:
        return np.zeros(rows.shape[1]), np.eye(rows.shape[1])
    U, S, V = np.linalg.svd(rows)
    rank = int((S > tolerance * max(S[0], 1e-300)).sum())
    return -V[:rank].T @ (U[:, :rank].T @ residual / S[:rank]), V[rank:].T


def assembled(level: Level, rows: np.ndarray) -> bool:
    """Whether `rows` (mask) could be brought to zero from here, starts left free."""
    try:
        assemble(level, rows, np.zeros(level.start_residual.size, dtype=bool))
    except StepFailed:
        return False
    return bool(np.isfinite(level.mechanism.x).all())
