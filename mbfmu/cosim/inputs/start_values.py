"""The values with which the FMUs of a System start in every tool: their own, and those of signals at the start."""

from collections.abc import Mapping

from fmpy.model_description import ModelDescription

from ..system.system import System, Value
from .driven_inputs import DrivenInputs

StartValues = Mapping[str, Mapping[str, Value]]
"""For each component the values of parameters and inputs, by name, in the units of the FMU's own variables."""


def start_values(system: System, descriptions: Mapping[str, ModelDescription]) -> StartValues:
    """Return the start values of a checked System; a driven input has the value of its signal at the start."""
    driven = DrivenInputs(system, descriptions).values(system.start_time)
    return {name: {**component.values, **driven[name]} for name, component in system.components.items()}
