"""Load cases: what a criterion judges of a design, runs and linear systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from ...base.one_line import one_line
from ...problem.data.problem import Problem
from ..instance_at import instance_at
from ..linear.linearization import Linearization
from ..linearize.linearize import linearized
from ..simulate.simulate import simulate, table, time_grid
from .arguments import Arguments
from .unknowns import Unknown, values_of
from .varied_run import SOON, varied_run


@one_line
@dataclass(frozen=True)
class LoadCase:
    """One run of a design for `optimize`. `values` and `inputs` are those of `simulate`; `weight` multiplies its criterion."""

    values: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] | str | Path = field(default_factory=dict)
    weight: float = 1.0

    def of(self, problem: Problem, stop_time: float | None, interval: float | None, given: Arguments) -> Case:
        """This case of a problem."""
        return RunningCase(problem, stop_time, interval, given)


@one_line
@dataclass(frozen=True)
class VibrationCase:
    """Small motions of a design near its start, or near its equilibrium if `at_rest`. The criterion receives a Linearization.

    `values` and `inputs` are those of `linearize`; `weight` multiplies its criterion.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] | str | Path = field(default_factory=dict)
    at_rest: bool = False
    weight: float = 1.0

    def of(self, problem: Problem, stop_time: float | None, interval: float | None, given: Arguments) -> Case:
        """This case of a problem; nothing in it runs."""
        return Vibrating(problem, given, self.at_rest)


class Case(Protocol):
    """1. `result`  what the criterion sees of a design; StepFailed or InvalidValue where there is nothing to see
    2. `near`    the same of designs near by, as a function of the number of an unknown and its change
    """

    def result(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> Any: ...
    def near(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> Callable[[int, float], Any]: ...


@dataclass(frozen=True)
class RunningCase:
    """A LoadCase on a Problem; a Case."""

    problem: Problem
    stop_time: float | None
    interval: float | None
    given: Arguments

    def result(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> np.ndarray:
        """A run."""
        return simulate(self.problem, self.stop_time, self.interval, {**self.given.values, **values_of(unknowns, numbers)}, self.given.inputs)

    def near(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> Callable[[int, float], np.ndarray]:
        """A run and its exact derivatives, along which others go."""
        times = time_grid(self.problem, 0.0, self.stop_time, self.interval)
        run = varied_run(self.problem, {**self.given.values, **values_of(unknowns, numbers)}, self.given.inputs, times, unknowns, SOON)
        return lambda k, change: table(self.problem, times, run.outputs + change * run.by[:, :, k])


@dataclass(frozen=True)
class Vibrating:
    """A VibrationCase on a Problem; a Case."""

    problem: Problem
    given: Arguments
    at_rest: bool

    def result(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> Linearization:
        """The linear system."""
        values = {**self.given.values, **values_of(unknowns, numbers)}
        return linearized(instance_at(self.problem, values, self.given.inputs, resting=self.at_rest))

    def near(self, unknowns: Sequence[Unknown], numbers: np.ndarray) -> Callable[[int, float], Linearization]:
        """Others are computed like it."""
        return lambda k, change: self.result(unknowns, numbers + change * (np.arange(len(numbers)) == k))
