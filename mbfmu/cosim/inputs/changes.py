"""A System with other start values and inputs than its description states."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...base.errors import ProblemsFound
from ...base.model_description import describe_fmu
from ...base.nearest import nearest
from ...model.signals.columns import csv_inputs
from ..system.literals import given_value
from ..system.nested import ends_of
from ..system.system import System
from ..system.variables import scalar_variables
from .driven_inputs import wanted_inputs


def with_inputs(system: System, file: Path | None, signals: Mapping[str, Callable[[float], Any]]) -> System:
    """Return `system` with inputs driven by the columns of a CSV file and by `signals`, both by "component.variable".

    Raises ProblemsFound for what in the file cannot drive an input, MbfmuError when it or an FMU cannot be read.
    """
    found: dict[str, Callable[[float], Any]] = {}
    if file is not None:
        descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
        wanted = {f"{name}.{variable}": w for name, d in descriptions.items() for variable, w in wanted_inputs(d).items()}
        found |= csv_inputs(file, wanted)
    return replace(system, inputs={**system.inputs, **found, **signals})


def with_values(system: System, literals: Mapping[str, str]) -> System:
    """Return `system` with start values given as text by "component.variable".

    Raises ProblemsFound for names that the system does not have and text that is no value of the variable's type, MbfmuError
    when an FMU cannot be read.
    """
    components, problems = dict(system.components), []
    meant = [(name, literal, end) for name, literal in literals.items() for end in ends_of(name, components, system.connectors) or [(name, "")]]
    for name, literal, (owner, variable) in meant:
        if owner not in components:
            problems.append(f"{name}: there is no component {owner!r}; there are {', '.join(components)}")
            continue
        known = scalar_variables(describe_fmu(components[owner].fmu))
        if variable not in known:
            problems.append(f"{name}: {owner} has no variable {variable!r}{nearest(variable, known)}")
            continue
        try:
            values = {**components[owner].values, variable: given_value(known[variable], literal)}
        except ValueError as error:
            problems.append(f"{owner}.{error}")
        else:
            components[owner] = replace(components[owner], values=values)
    if problems:
        raise ProblemsFound("these start values cannot be used:", problems)
    return replace(system, components=components)
