"""The start values of an FMU, given as text."""

from __future__ import annotations

from collections.abc import Mapping

from fmpy.model_description import ModelDescription

from ...cosim.system.literals import given_value
from ...cosim.system.system import Value
from .literals import converted


def fmu_values(description: ModelDescription, literals: Mapping[str, str]) -> dict[str, Value]:
    """The values of an FMU's variables that start values given as text mean; ProblemsFound names all that mean none."""
    from ...cosim.system.variables import scalar_variables

    known = scalar_variables(description)
    # a name that is not known is left to simulate_fmu, which reports it together with all else
    return converted(literals, lambda name, literal: given_value(known[name], literal) if name in known else literal)
