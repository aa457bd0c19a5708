"""Inputs that change within a step: which an FMU can follow, and where in the step it is given the others."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from fmpy.model_description import ModelDescription

from ...base.model_description import settable_within_steps
from .history import Polynomial
from .system import Value
from .timeline import CommunicationStep
from .values import as_places
from .variables import inputs_at_once, numbers_of

REALS = ("Real", "Float64")


def followed_inputs(description: ModelDescription, fmu: Path) -> frozenset[str]:
    """Return the inputs that an FMU follows within a step.

    In FMI 2 these are all real ones, where it has canInterpolateInputs; in FMI 3 those it says, by intermediateUpdate.
    """
    simulation = description.coSimulation
    inputs = [v for v in description.modelVariables if v.causality == "input" and v.type in REALS and v.variability == "continuous"]
    if description.fmiMajorVersion == 2:
        return frozenset(v.name for v in inputs if simulation.canInterpolateInputs)
    settable = settable_within_steps(fmu) if simulation.providesIntermediateUpdate else ()
    return frozenset(number for v in inputs if v.name in settable for number in numbers_of(v))


def times_held(description: ModelDescription) -> dict[str, float]:
    """Return the share of a step at which an input that cannot be followed is right for all of it, by input.

    An input that reaches outputs through states only counts by its mean, which to second order is that of the middle. One that
    reaches an output at once counts at the end of the step, where outputs are read. A discrete one changes only where steps begin.
    """
    at_once = inputs_at_once(description)
    inputs = [v for v in description.modelVariables if v.causality == "input"]
    return {name: 0.0 if v.variability == "discrete" else 1.0 if name in at_once else 0.5 for v in inputs for name in numbers_of(v)}


class Inputs(NamedTuple):
    """What connected inputs are over a step: real ones as polynomials, the others held, by name."""

    reals: Polynomial
    others: Mapping[str, Value]


class InputFollower:
    """What can be given inputs that change within a step: it takes those in `followed` as they are, the others at the share `held_at` of the step."""

    followed: Collection[str]
    held_at: Mapping[str, float]

    def listen(self, reals: Sequence[str], others: Sequence[str]) -> None:
        """Be told which inputs steps come with, in their order."""
        self.follows = tuple(name for name in reals if name in self.followed)
        self.follows_at, self._held_at = (as_places([i for i, n in enumerate(reals) if (n in self.followed) == is_so]) for is_so in (True, False))
        self._shares = np.array([self.held_at[name] for name in reals if name not in self.followed])

    def as_taken(self, given: Polynomial, step: CommunicationStep) -> Polynomial:
        """Return what becomes of polynomials around the start of a step: themselves, or constants where they cannot be followed."""
        if not (given.is_changing and len(self._shares)):
            return given
        times = step.start + self._shares * step.size
        held = given.of(self._held_at)(times.reshape(-1, *[1] * (given.coefficients.ndim - 2)))
        if not self.follows:
            return Polynomial(given.at, held[None])
        coefficients = given.coefficients.copy()
        coefficients[0, self._held_at], coefficients[1:, self._held_at] = held, 0.0
        return Polynomial(given.at, coefficients)
