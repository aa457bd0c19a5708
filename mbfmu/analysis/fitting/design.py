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
Numbers = Callable[[Any], Any]  # of a result: a number, or an array
STEP = 1e-5  # of a parameter's reach: of central differences of a criterion along what a case does, whose error is the square of it
LOOK, ALIKE = 1e-3, 1e-13  # how far to look for a change of a criterion, as STEP, and how little of it is roundoff: at an optimum it is about LOOK^2


@dataclass(frozen=True)
class Judged:
    """What functions of all results say of a design: the sum of the criterion, by weight, and all numbers of constraints and of equations."""

    criterion: float
    constraints: np.ndarray
    equations: np.ndarray
    results: Sequence[Any]

    @property
    def numbers(self) -> np.ndarray:
        """All of them in a row."""
        return np.array([self.criterion, *self.constraints, *self.equations])


@dataclass(frozen=True)
class Design:
    """Cases with their weights, and the functions that judge the result of each: a criterion, and constraints and equations by name."""

    cases: Sequence[Case]
    weights: Sequence[float]
    criterion: Criterion
    constraints: Mapping[str, Numbers]
    equations: Mapping[str, Numbers]
    unknowns: Sequence[Unknown]

    def judge(self, numbers: np.ndarray) -> Judged:
        """The design with these numbers of its unknowns."""
        return self._judged([case.result(self.unknowns, numbers) for case in self.cases])

    def slopes(self, numbers: np.ndarray) -> np.ndarray:
        """The derivatives of all numbers of a Judged (1 + c + e, k) by the unknowns: differences along what is near."""
        near, found = [case.near(self.unknowns, numbers) for case in self.cases], []
        for k, (unknown, x) in enumerate(zip(self.unknowns, numbers)):
            down, up = changes(unknown, float(x), STEP)
            low, high = (self._judged([result(k, change) for result in near]) for change in (down, up))
            found.append((high.numbers - low.numbers) / (up - down))
        return np.array(found).T

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
        """The smallest number of each constraint over all cases."""
        return {name: float(_numbers(f"constraint {name!r}", function, found.results).min()) for name, function in self.constraints.items()}

    def largest(self, found: Judged) -> dict[str, float]:
        """The largest number of each equation over all cases, by its size."""
        off = {name: _numbers(f"equation {name!r}", function, found.results) for name, function in self.equations.items()}
        return {name: float(some[np.argmax(np.abs(some))]) for name, some in off.items()}

    def _judged(self, results: Sequence[Any]) -> Judged:
        criterion = sum(weight * float(_asked("the criterion", self.criterion, result)) for weight, result in zip(self.weights, results))
        constraints, equations = (
            np.concatenate([[], *(_numbers(f"{kind} {name!r}", function, results) for name, function in some.items())])
            for kind, some in (("constraint", self.constraints), ("equation", self.equations))
        )
        return Judged(criterion, constraints, equations, results)


def _is_alike(one: Judged, other: Judged) -> bool:
    return bool((np.abs(other.numbers - one.numbers) <= ALIKE * np.abs(one.numbers)).all())


def _numbers(what: str, function: Numbers, results: Sequence[Any]) -> np.ndarray:
    """All numbers of a constraint or an equation in all cases."""
    return np.concatenate([np.ravel(_asked(what, function, result)) for result in results])


def _asked(what: str, function: Numbers, result: Any) -> np.ndarray:
    """What a user's function says of a result; MbfmuError where it raises, StepFailed where it gives numbers that are not finite."""
    try:
        value = np.asarray(function(result), dtype=float)
    except (Exception, SystemExit) as error:  # of a user's own function, whatever it is
        raise MbfmuError(f"{what} raised {type(error).__name__}: {error}") from error
    if not value.size:
        raise MbfmuError(f"{what} gives no number")
    if not np.isfinite(value).all():
        raise StepFailed(f"{what} gives {value}, which is no finite number")
    return value
