"""The values with which a model says best what was measured: least squares by SciPy, weighted by the noise of each channel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import optimize

from ...base.errors import InvalidValue, StepFailed
from .evidence import Evidence
from .identifiability import refuse_without_effect
from .memoize import Memoized
from .unknowns import Unknown, in_words, reach
from .varied_run import CLOSE, SOON

CONVERGED = 1e-8  # relative: of the sum of squares, and of the values
ROUNDS, STEADY = 20, 1e-4  # of noise that is estimated: how often at most, and the relative change at which it is known
QUIETEST = 1e-9  # of the range of a channel: no noise is taken to be less, since runs err by that
NEXT = 1e-2  # of a parameter's reach: so near to where the model cannot run, a fit may have been stopped
MOST_RUNS = 200  # of one search

Progress = Callable[[int, float], None]


@dataclass(frozen=True)
class Weighed:
    """All evidence together: the numbers that were `measured` (n), and for each of them the number of its `channel` (n) in `names`."""

    evidence: Sequence[Evidence]
    names: Sequence[str]
    units: Sequence[str]
    channel: np.ndarray
    measured: np.ndarray

    @property
    def series(self) -> list[np.ndarray]:
        """The places of the numbers of each channel of each experiment in time."""
        begins = np.cumsum([0, *(len(one.measured) for one in self.evidence)])
        return [begin + places for begin, one in zip(begins.tolist(), self.evidence) for places in one.series]

    @property
    def signal(self) -> np.ndarray:
        """How far the measured numbers of each channel vary, by root mean square: about their mean, those of no series about zero."""
        varying = self.measured.copy()
        for places in self.series:
            varying[places] -= np.mean(varying[places])
        return self.spread(varying)

    def spread(self, numbers: np.ndarray) -> np.ndarray:
        """How far numbers (n) of each channel are from zero, by root mean square."""
        count = np.bincount(self.channel)
        return np.sqrt(np.bincount(self.channel, numbers**2) / count)

    def said(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> np.ndarray:
        """What the model says of all evidence (n)."""
        return np.concatenate([one.said(unknowns, numbers) for one in self.evidence])

    def slopes(self, unknowns: Sequence[Unknown], numbers: np.ndarray, rtol: float) -> np.ndarray:
        """The derivatives of that (n, k), of runs to a relative tolerance."""
        return np.vstack([one.slopes(unknowns, numbers, rtol) for one in self.evidence])


def weighed(evidence: Sequence[Evidence]) -> Weighed:
    """All evidence together; channels of the same name are one, with the same noise."""
    units = {name: unit for one in evidence for name, unit in zip(one.channels, one.units)}
    names = [*units]
    places = [np.array([names.index(name) for name in one.channels])[one.channel] for one in evidence]
    return Weighed(
        evidence=evidence,
        names=names,
        units=[*units.values()],
        channel=np.concatenate(places),
        measured=np.concatenate([one.measured for one in evidence]),
    )


@dataclass(frozen=True)
class Solution:
    """The `numbers` of the unknowns (k), what the model has `said` with them (n) and its `slopes` (n, k), and the noise of each channel.

    `stopped` says why the model cannot run with values next to these; it is empty where it can.
    """

    numbers: np.ndarray
    said: np.ndarray
    slopes: np.ndarray
    noise: np.ndarray
    runs: int
    converged: bool
    stopped: str


class SearchMisfit:
    """What is left between measurements and model, for one search: `said` is what the model says, not a number where it cannot run."""

    def __init__(self, data: Weighed, unknowns: Sequence[Unknown], progress: Progress):
        self.data, self.unknowns, self.progress = data, unknowns, progress
        self.noise = np.ones(len(data.names))
        self.runs, self.failed = 0, ""
        self._edge, self._why = np.full(len(unknowns), np.inf), ""
        self.said = Memoized(self._run)
        self.slopes = Memoized(lambda numbers: data.slopes(unknowns, numbers, SOON))

    def _run(self, numbers: np.ndarray) -> np.ndarray:
        self.runs += 1
        try:
            said, self.failed = self.data.said(self.unknowns, numbers), ""
        except (StepFailed, InvalidValue) as error:
            self._edge, self.failed = numbers.copy(), str(error)
            self._why = self.failed
            return np.full(len(self.data.measured), np.nan)
        self.progress(self.runs, float(np.sqrt(np.mean(self._weighted(said) ** 2))))
        return said

    def stopped_at(self, numbers: np.ndarray) -> str:
        """Why the model cannot run with values next to these; nothing where it can."""
        size = np.array([max(reach(unknown, x), reach(unknown, unknown.start)) for unknown, x in zip(self.unknowns, numbers)])
        return self._why if (np.abs(self._edge - numbers) < NEXT * size).all() else ""

    def residuals(self, numbers: np.ndarray) -> np.ndarray:
        """Model less measurement, divided by the noise."""
        return self._weighted(self.said(numbers))

    def residual_slopes(self, numbers: np.ndarray) -> np.ndarray:
        """The derivatives of the residuals."""
        return self.slopes(numbers) / self.noise[self.data.channel][:, np.newaxis]

    def _weighted(self, said: np.ndarray) -> np.ndarray:
        return (said - self.data.measured) / self.noise[self.data.channel]


def solved(data: Weighed, unknowns: Sequence[Unknown], noise: Mapping[str, float], progress: Progress) -> Solution:
    """The least squares of all evidence; the noise of channels that are not in `noise` is estimated from what is left, again and again.

    StepFailed where the model cannot be run with the start values, or in the end with none that fit better.
    """
    misfit = SearchMisfit(data, unknowns, progress)
    numbers = np.array([unknown.start for unknown in unknowns])
    first = misfit.said(numbers)
    if misfit.failed:
        raise StepFailed(f"the model cannot run with the values that the fit starts with, {in_words(unknowns, numbers)}: {misfit.failed}")
    refuse_without_effect(unknowns, misfit.slopes(numbers), data.spread(data.measured)[data.channel])
    given = np.array([noise.get(name, np.nan) for name in data.names])
    floor = QUIETEST * np.maximum(data.spread(data.measured), np.finfo(float).tiny)
    misfit.noise = np.where(np.isnan(given), np.maximum(data.spread(first - data.measured), floor), given)
    for _ in range(ROUNDS):
        numbers, converged = _searched(misfit, numbers)
        left = np.maximum(data.spread(misfit.said(numbers) - data.measured), floor)
        before, misfit.noise = misfit.noise, np.where(np.isnan(given), left, given)
        if len(data.names) == 1 or np.abs(misfit.noise / before - 1.0).max() < STEADY:
            break
    said, slopes = misfit.said(numbers), data.slopes(unknowns, numbers, CLOSE)
    return Solution(
        numbers=numbers, said=said, slopes=slopes, noise=misfit.noise, runs=misfit.runs, converged=converged, stopped=misfit.stopped_at(numbers)
    )


def _searched(misfit: SearchMisfit, start: np.ndarray) -> tuple[np.ndarray, bool]:
    """The least squares with the present noise."""
    bounds = [unknown.lower for unknown in misfit.unknowns], [unknown.upper for unknown in misfit.unknowns]
    found = optimize.least_squares(
        misfit.residuals, start, misfit.residual_slopes, bounds, x_scale="jac", ftol=CONVERGED, xtol=CONVERGED, gtol=None, max_nfev=MOST_RUNS
    )
    if misfit.failed:
        raise StepFailed(
            f"the fit cannot continue from {in_words(misfit.unknowns, found.x)}: {misfit.failed}; give bounds within which it runs, or start nearer"
        )
    return found.x, bool(found.status > 0)
