"""A System with other start values than its description states."""

from collections.abc import Mapping
from dataclasses import replace

from ..errors import ProblemsFound
from ..model_description import describe_fmu
from .literals import value_of
from .system import System
from .variables import scalar_variables


def with_values(system: System, literals: Mapping[str, str]) -> System:
    """Return `system` with start values given as text by "component.variable".

    Raises ProblemsFound for names that the system does not have and text that is no value of the variable's type, MbfmuError
    when an FMU cannot be read.
    """
    components, problems = dict(system.components), []
    for name, literal in literals.items():
        owner, _, variable = name.partition(".")
        if owner not in components:
            problems.append(f"{name}: there is no component {owner!r}; there are {', '.join(components)}")
            continue
        found = scalar_variables(describe_fmu(components[owner].fmu)).get(variable)
        if found is None:
            problems.append(f"{name}: {owner} has no variable {variable!r}")
            continue
        try:
            values = {**components[owner].values, variable: value_of(found, literal)}
        except ValueError as error:
            problems.append(f"{owner}.{error}")
        else:
            components[owner] = replace(components[owner], values=values)
    if problems:
        raise ProblemsFound("these start values cannot be used:", problems)
    return replace(system, components=components)
