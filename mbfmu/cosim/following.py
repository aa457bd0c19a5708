"""Inputs that change within a step: which an FMU can follow, and where in the step it is given the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from fmpy.model_description import ModelDescription

from ..model_description import settable_within_steps
from .history import Polynomial
from .system import Value
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


@dataclass(frozen=True)
class OverStep:
    """What inputs are over a step: those `held` are set at its start, some of them then `followed`, which are `at_end` what they have become."""

    held: Mapping[str, Value]
    followed: Mapping[str, Polynomial]
    at_end: Mapping[str, Value]


def over_step(
    inputs: Mapping[str, Polynomial | Value], step: Step, followed: Collection[str], held_at: Mapping[str, Callable[[Step], float]]
) -> OverStep:
    """Return what is given to an FMU that can follow the inputs `followed`, and takes others at the times `held_at` of the step."""
    changing = {name: given for name, given in inputs.items() if isinstance(given, Polynomial) and len(given.coefficients) > 1}
    taken = {name: given for name, given in changing.items() if name in followed}
    at = {name: step.start if name in taken or name not in changing else held_at[name](step) for name in inputs}
    held = {name: given(at[name]) if isinstance(given, Polynomial) else given for name, given in inputs.items()}
    return OverStep(held, taken, {name: given(step.end) for name, given in taken.items()})


def _middle(step: Step) -> float:
    return step.start + step.size / 2


def _end(step: Step) -> float:
    return step.end
