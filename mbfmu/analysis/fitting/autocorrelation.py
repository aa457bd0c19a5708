"""Noise that is correlated in time: how much, as residuals tell it, and what it does to the errors of parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.linalg import matmul_toeplitz

FEWEST = 20  # numbers of a series: fewer do not tell
HIGHEST = 10  # order of an autoregression, at most a fifth of the series
ROUNDS = 10  # of looking for the noise whose residuals are those found
STEADY = 0.995  # of a partial correlation: noise with more hardly differs from a trend
FORGOTTEN = 1e-9  # of a correlation


@dataclass(frozen=True)
class Autocorrelation:
    """Correlation within series of the noise of `count` numbers.

    `series` are the places of each one's numbers in time, `lags` their correlation with later ones: 1 and what follows, of independent noise 1 alone.
    """

    count: int
    series: Sequence[np.ndarray]
    lags: Sequence[np.ndarray]

    def times(self, columns: np.ndarray) -> np.ndarray:
        """The correlation matrix (n, n) times columns (n, k)."""
        found = columns.copy()
        for i in self.correlated:
            found[self.series[i]] = matmul_toeplitz(self.lags[i], columns[self.series[i]])
        return found

    @property
    def independent(self) -> Autocorrelation:
        """Independent noise of as many numbers."""
        return Autocorrelation(self.count, (), ())

    @cached_property
    def correlated(self) -> list[int]:
        """Which series are."""
        return [i for i, lags in enumerate(self.lags) if len(lags) > 1]

    @property
    def square(self) -> float:
        """The trace of the square of that matrix."""
        return self.count + sum(2.0 * float(np.sum(_later(lags) * lags[1:] ** 2)) for lags in self.lags)

    @property
    def effective(self) -> float:
        """How many independent numbers would tell a mean as well as these do (G. V. Bayley, J. M. Hammersley, J. R. Stat. Soc. Suppl. 8, 1946)."""
        spared = 0.0
        for lags in (self.lags[i] for i in self.correlated):
            inefficiency = max(1.0, 1.0 + 2.0 * float(_later(lags) @ lags[1:]) / len(lags))
            spared += len(lags) * (1.0 - 1.0 / inefficiency)
        return self.count - spared


def autocorrelation(residuals: np.ndarray, series: Sequence[np.ndarray], explained: np.ndarray) -> Autocorrelation:
    """The correlation of noise of which `residuals` (n) are left where a fit has taken its part along columns (n, k) of `explained`, orthonormal.

    The noise of each series is autoregressive, of an order by Schwarz's criterion, 0 for independent noise. A fit takes a part of slow noise away, so
    the covariances looked for are those with which residuals are expected as they are.
    """
    observed = [_covariances(residuals[places]) for places in series]
    sought = [covariances[: 1 + _order(covariances, len(places))] for covariances, places in zip(observed, series)]
    for _ in range(ROUNDS):
        found = Autocorrelation(len(residuals), series, [_lags(own, len(places)) for own, places in zip(sought, series)])
        if not found.correlated:
            break
        turned = found.times(explained)
        core = explained.T @ turned
        for i in found.correlated:
            wanted, places = len(sought[i]), series[i]
            expected = _expected(found.lags[i], explained[places], turned[places], core, wanted)
            sought[i] = sought[i] + observed[i][:wanted] - expected * sought[i][0]
    return found


def _later(lags: np.ndarray) -> np.ndarray:
    """How many pairs are 1, 2, ... apart."""
    return len(lags) - np.arange(1, len(lags))


def _covariances(residuals: np.ndarray) -> np.ndarray:
    """Products of residuals with those later by 0, 1, ...; the first alone where there are too few."""
    count = len(residuals)
    lags = min(HIGHEST, count // 5) if count >= FEWEST and residuals.any() else 0
    return np.array([residuals[: count - k] @ residuals[k:] / count for k in range(lags + 1)])


def _order(covariances: np.ndarray, count: int) -> int:
    """The order of the autoregression (G. Schwarz, The Annals of Statistics 6, 1978)."""
    if len(covariances) == 1:
        return 0
    _, left = _autoregression(covariances)
    return int(np.argmin(count * np.log(left) + np.log(count) * np.arange(len(left))))


def _autoregression(covariances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients of an autoregression with these covariances, and which part of the variance each order leaves (N. Levinson, J. Durbin).

    Covariances that no noise has give partial correlations of STEADY.
    """
    coefficients, left, lags = np.zeros(0), [1.0], covariances / covariances[0]
    for p in range(1, len(lags)):
        partial = np.clip((lags[p] - coefficients @ lags[p - 1 : 0 : -1]) / left[-1], -STEADY, STEADY)
        coefficients = np.append(coefficients - partial * coefficients[::-1], partial)
        left.append(left[-1] * (1.0 - partial**2))
    return coefficients, np.array(left)


def _lags(covariances: np.ndarray, count: int) -> np.ndarray:
    """The correlation over all lags of a series; of independent noise the first."""
    if len(covariances) == 1:
        return np.ones(1)
    coefficients, _ = _autoregression(covariances)
    order = len(coefficients)
    lags = np.zeros(count)
    lags[: order + 1] = _within(coefficients)
    for k in range(order + 1, count):
        lags[k] = coefficients @ lags[k - order : k][::-1]
        if np.max(np.abs(lags[k - order : k + 1])) < FORGOTTEN:
            break
    return lags


def _within(coefficients: np.ndarray) -> np.ndarray:
    """The correlation over the lags of an autoregression's order, by the equations of Yule and Walker."""
    order = len(coefficients)
    system = np.eye(order + 1)
    for k in range(1, order + 1):
        for j, coefficient in enumerate(coefficients, 1):
            system[k, abs(k - j)] -= coefficient
    return np.linalg.solve(system, np.eye(order + 1)[0])


def _expected(lags: np.ndarray, explained: np.ndarray, turned: np.ndarray, core: np.ndarray, wanted: int) -> np.ndarray:
    """The covariances of residuals of a series of noise with these lags, of which the columns of `explained` were taken away."""
    count, again = len(explained), explained @ core
    found = np.empty(wanted)
    for k in range(wanted):
        before, behind = slice(0, count - k), slice(k, count)
        taken = np.sum(explained[before] * turned[behind]) + np.sum(turned[before] * explained[behind]) - np.sum(again[before] * explained[behind])
        found[k] = ((count - k) * lags[k] - taken) / count
    return found
