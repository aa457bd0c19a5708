"""How well measurements tell parameters: standard errors, intervals and correlations by the slopes of the residuals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from .autocorrelation import Autocorrelation
from .fit_result import Estimate
from .identifiability import SHARE, directions
from .unknowns import Unknown

CONFIDENCE = 0.95
AT_BOUND = 1e-6  # of the way between bounds, or of the value, now or at the start: nearer is at the bound


def at_bounds(unknowns: Sequence[Unknown], numbers: np.ndarray) -> np.ndarray:
    """Which parameters have ended at a bound (k)."""
    lower, upper = (np.array([getattr(unknown, side) for unknown in unknowns]) for side in ("lower", "upper"))
    start = np.array([unknown.start for unknown in unknowns])
    width = np.where(np.isfinite(upper - lower), upper - lower, np.maximum(np.abs(numbers), np.abs(start)))
    return np.minimum(numbers - lower, upper - numbers) <= AT_BOUND * width


@dataclass(frozen=True)
class Explained:
    """What parameters can explain of residuals: along `columns` (n, s), orthonormal, each of which moves the parameters by a row of `moves` (s, k).

    Parameters that are not told are `untold`; those that are not free do not move.
    """

    columns: np.ndarray
    moves: np.ndarray
    untold: np.ndarray

    def covariance(self, noise: Autocorrelation) -> np.ndarray:
        """The covariance (k, k) of the parameters under noise of variance 1; infinite on the diagonal for those that the measurements do not tell."""
        found = self.moves.T @ (self.columns.T @ noise.times(self.columns)) @ self.moves
        found[self.untold, self.untold] = np.inf
        return found

    def growth(self, noise: Autocorrelation, known: bool) -> np.ndarray:
        """Standard errors (k,) relative to those of independent noise, whose size is `known` or follows from the residuals; 1 where there is none."""
        now, before = (self.covariance(of).diagonal() / (1.0 if known else self.freedom(of)[0]) for of in (noise, noise.independent))
        usable = np.isfinite(before) & (before > 0)
        return np.sqrt(np.where(usable, now, 1.0) / np.where(usable, before, 1.0))

    def cautious(self, noise: Autocorrelation, known: bool) -> np.ndarray:
        """`covariance`, with errors that are not below those of independent noise.

        Residuals of independent noise are sometimes anticorrelated by chance. That made errors smaller in 406 of 20,000 fits of a damper to 301 rows
        of white noise in two signals: intervals held the truth in 93.1 % of them, and in 95.1 % with this bound. Of all fits it is 94.8 % either way.
        """
        raised = 1.0 / np.minimum(1.0, self.growth(noise, known))
        return self.covariance(noise) * np.outer(raised, raised)

    def freedom(self, noise: Autocorrelation) -> tuple[float, float]:
        """The expected sum of squares of residuals under noise of variance 1, and its degrees of freedom.

        Of independent noise both are the numbers less the parameters (F. E. Satterthwaite, Biometrics Bulletin 2, 1946).
        """
        turned = noise.times(self.columns)
        core = self.columns.T @ turned
        left = noise.count - float(np.trace(core))
        return left, left**2 / (noise.square - 2.0 * float(np.sum(turned**2)) + float(np.sum(core**2)))


def explained(slopes: np.ndarray, free: np.ndarray) -> Explained:
    """What parameters explain of residuals that, in units of the noise, have `slopes` (n, k), where they are `free`."""
    if not free.any():
        return Explained(np.zeros((len(slopes), 0)), np.zeros((0, len(free))), np.zeros(0, int))
    length = np.linalg.norm(slopes[:, free], axis=0)
    blind = directions(slopes[:, free])
    columns, sizes, along = np.linalg.svd(slopes[:, free] / length, full_matrices=False)
    seen = len(sizes) - len(blind)
    moves = np.zeros((seen, len(free)))
    moves[:, free] = along[:seen] / sizes[:seen, np.newaxis] / length
    return Explained(columns[:, :seen], moves, np.flatnonzero(free)[(np.abs(blind) > SHARE).any(axis=0)])


def correlation(covariances: np.ndarray) -> np.ndarray:
    """The correlation of a covariance: zero beside the diagonal where a parameter has no finite error."""
    error = np.sqrt(covariances.diagonal())
    usable = (error > 0) & np.isfinite(error)
    scale = np.where(usable, 1.0 / np.where(usable, error, 1.0), 0.0)
    known = np.where(np.isfinite(covariances), covariances, 0.0) * np.outer(scale, scale)
    np.fill_diagonal(known, 1.0)
    return known


def estimates(unknowns: Sequence[Unknown], numbers: np.ndarray, covariances: np.ndarray, freedom: float) -> dict[str, Estimate]:
    """The parameters with their errors; `freedom` is the degrees of freedom of the noise, infinite where it is known."""
    quantile = stdtrit(freedom, 0.5 + CONFIDENCE / 2)  # Student's t
    errors, ended = np.sqrt(covariances.diagonal()), at_bounds(unknowns, numbers)
    return {
        unknown.name: Estimate(
            value=float(x),
            unit=unknown.unit,
            error=float(error),
            low=float(x - quantile * error),
            high=float(x + quantile * error),
            at_bound=bool(at),
        )
        for unknown, x, error, at in zip(unknowns, numbers, errors, ended)
    }
