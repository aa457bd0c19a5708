"""Load cases: the runs of a design that a criterion judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..analysis.simulate import grid, simulate, table
from ..errors import MbfmuError
from ..problem.data.problem import Problem
from .given import Given
from .unknowns import Unknown, reach, values_of
from .varied_run import SOON, varied_run

Criterion = Callable[[np.ndarray], float]
STEP = 1e-5  # of a parameter's reach: of central differences of a criterion along what a run does, whose error is the square of it


@dataclass(frozen=True)
class LoadCase:
    """One run of a design, as `optimize` takes several: `values` and `inputs` are those of `simulate`; its criterion counts by `weight`."""

    values: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] | str | Path = field(default_factory=dict)
    weight: float = 1.0


@dataclass(frozen=True)
class Judged:
    """What functions of the results of all load cases say of a design: the sum of the first, by weight, and the others one by one."""

    criterion: float
    constraints: np.ndarray
    results: Sequence[np.ndarray]


@dataclass(frozen=True)
class Design:
    """A Problem with its load cases, run to `stop_time` with rows every `interval` [s], and what judges each result: a criterion and constraints."""

    problem: Problem
    stop_time: float
    interval: float
    cases: Sequence[Given]
    weights: Sequence[float]
    criterion: Criterion
    constraints: Mapping[str, Criterion]
    unknowns: Sequence[Unknown]

    def judge(self, numbers: np.ndarray) -> Judged:
        """The design with these numbers of its unknowns."""
        return self._judged([simulate(self.problem, self.stop_time, self.interval, *self._driven(case, numbers)) for case in self.cases])

    def slopes(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The derivatives of the criterion (k), and of constraints of all cases (c, k), by the unknowns.

        Runs have exact derivatives; functions of them are differenced along these.
        """
        times, judged = grid(0.0, self.stop_time, self.interval), []
        runs = [varied_run(self.problem, *self._driven(case, numbers), times, self.unknowns, SOON) for case in self.cases]
        for k, (unknown, x) in enumerate(zip(self.unknowns, numbers)):
            h = STEP * reach(unknown, float(x))
            low, high = (self._judged([table(self.problem, times, run.outputs + side * h * run.by[:, :, k]) for run in runs]) for side in (-1, 1))
            judged.append(((high.criterion - low.criterion) / (2 * h), (high.constraints - low.constraints) / (2 * h)))
        return np.array([one for one, _ in judged]), np.array([of for _, of in judged]).T

    def least(self, found: Judged) -> dict[str, float]:
        """The least of each constraint over all load cases."""
        return {name: float(some.min()) for name, some in zip(self.constraints, np.split(found.constraints, len(self.constraints) or 1))}

    def _driven(self, case: Given, numbers: np.ndarray) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        return {**case.values, **values_of(self.unknowns, numbers)}, case.inputs

    def _judged(self, results: Sequence[np.ndarray]) -> Judged:
        criterion = sum(weight * _asked("the criterion", self.criterion, result) for weight, result in zip(self.weights, results))
        constraints = [_asked(f"constraint {name!r}", function, result) for name, function in self.constraints.items() for result in results]
        return Judged(float(criterion), np.array(constraints), results)


def _asked(what: str, function: Criterion, result: np.ndarray) -> float:
    """What a user's function says of a result; MbfmuError where it raises, or gives no finite number."""
    try:
        value = float(function(result))
    except Exception as error:  # of a user's own function, whatever it is
        raise MbfmuError(f"{what} raised {type(error).__name__}: {error}") from error
    if not np.isfinite(value):
        raise MbfmuError(f"{what} gives {value} for a run from {result['time'][0]:g} s to {result['time'][-1]:g} s; it must give a finite number")
    return value
