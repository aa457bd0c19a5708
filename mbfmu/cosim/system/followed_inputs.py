"""Inputs that change within a step: which an FMU can follow, and where in the step it is given the others."""

from __future__ import annotations

from pathlib import Path

from fmpy.model_description import ModelDescription

from ...base.model_description import settable_within_steps
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
