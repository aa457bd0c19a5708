"""Inputs that change within a step: which an FMU can follow, and where in the step it is given the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from fmpy.model_description import ModelDescription

from ..model_description import settable_within_steps
from .history import Polynomial
from .timeline import Step
from .variables import direct_feedthrough, numbers_of

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


def times_held(description: ModelDescription) -> Mapping[str, Callable[[Step], float]]:
    """Return the time of a step at which an input that cannot be followed is right for all of it, by input.

    An input that reaches outputs through states only counts by its mean, which to second order is that of the middle. One that
    reaches an output at once counts at the end of the step, where outputs are read.
    """
    at_once = {name for names in direct_feedthrough(description).values() for name in names}
    numbers = [n for v in description.modelVariables if v.causality == "input" for n in numbers_of(v)]
    return {name: _end if name in at_once else _middle for name in numbers}


class Follower:
    """What can be given inputs that change within a step: it takes those in `followed` as they are, the others at the time `held_at`."""

    followed: Collection[str]
    held_at: Mapping[str, Callable[[Step], float]]

    def as_taken(self, name: str, given: Polynomial, step: Step) -> Polynomial:
        """Return what becomes of a polynomial: itself, or a constant where it cannot be followed."""
        if name in self.followed or not given.is_changing:
            return given
        return Polynomial(step.start, (given(self.held_at[name](step)),))


def _middle(step: Step) -> float:
    return step.start + step.size / 2


def _end(step: Step) -> float:
    return step.end
