"""A design: the load cases of a model, and what judges them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...base.errors import MbfmuError, StepFailed
from .load_cases import Case
from .unknowns import Unknown, changes

Criterion = Callable[[Any], float]
STEP = 1e-5  # of a parameter's reach: of central differences of a criterion along what a case does, whose error is the square of it
LOOK, ALIKE = 1e-3, 1e-13  # how far to look for a change of a criterion, as STEP, and how little of it is roundoff: at an optimum it is about LOOK^2


@dataclass(frozen=True)
class Judged:
    """What functions of the results of all cases say of a design: the sum of the first, by weight, and the others one by one."""

    criterion: float
    constraints: np.ndarray
    results: Sequence[Any]


@dataclass(frozen=True)
class Design:
    """Cases with their weights, and the functions that judge the result of each: a criterion, and constraints by name."""

    cases: Sequence[Case]
    weights: Sequence[float]
    criterion: Criterion
    constraints: Mapping[str, Criterion]
    unknowns: Sequence[Unknown]

    def judge(self, numbers: np.ndarray) -> Judged:
        """The design with these numbers of its unknowns."""
        return self._judged([case.result(self.unknowns, numbers) for case in self.cases])

    def slopes(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The derivatives of the criterion (k), and of constraints of all cases (c, k), by the unknowns: differences along what is near."""
        near, judged = [case.near(self.unknowns, numbers) for case in self.cases], []
        for k, (unknown, x) in enumerate(zip(self.unknowns, numbers)):
            down, up = changes(unknown, float(x), STEP)
            low, high = (self._judged([result(k, change) for result in near]) for change in (down, up))
            judged.append(((high.criterion - low.criterion) / (up - down), (high.constraints - low.constraints) / (up - down)))
        return np.array([one for one, _ in judged]), np.array([of for _, of in judged]).T

    def idle(self, numbers: np.ndarray) -> list[Unknown]:
        """The unknowns with which neither the criterion nor a constraint changes near these numbers."""
        near = [case.near(self.unknowns, numbers) for case in self.cases]
        found = []
        for k, (unknown, x) in enumerate(zip(self.unknowns, numbers)):
            down, up = changes(unknown, float(x), LOOK)
            low, here, high = (self._judged([result(k, change) for result in near]) for change in (down, 0.0, up))
            if all(_is_alike(here, other) for other in (low, high)):
                found.append(unknown)
        return found

    def least(self, found: Judged) -> dict[str, float]:
        """The least of each constraint over all cases."""
        return {name: float(some.min()) for name, some in zip(self.constraints, np.split(found.constraints, len(self.constraints) or 1))}

    def _judged(self, results: Sequence[Any]) -> Judged:
        criterion = sum(weight * _asked("the criterion", self.criterion, result) for weight, result in zip(self.weights, results))
        constraints = [_asked(f"constraint {name!r}", function, result) for name, function in self.constraints.items() for result in results]
        return Judged(float(criterion), np.array(constraints), results)


def _is_alike(one: Judged, other: Judged) -> bool:
    before, after = (np.array([judged.criterion, *judged.constraints]) for judged in (one, other))
    return bool((np.abs(after - before) <= ALIKE * np.abs(before)).all())


def _asked(what: str, function: Criterion, result: Any) -> float:
    """What a user's function says of a result; MbfmuError where it raises, StepFailed where it gives no finite number."""
    try:
        value = float(function(result))
    except (Exception, SystemExit) as error:  # of a user's own function, whatever it is
        raise MbfmuError(f"{what} raised {type(error).__name__}: {error}") from error
    if not np.isfinite(value):
        raise StepFailed(f"{what} gives {value}, which is no finite number")
    return value
