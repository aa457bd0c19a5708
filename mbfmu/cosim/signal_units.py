"""The units of a System's results."""

from ..model_description import describe_fmu, unit_of
from .system import System, connector_name
from .variables import scalar_variables


def signal_units(system: System) -> dict[str, str]:
    """Return the unit of each result "component.variable", where its FMU states one.

    Raises MbfmuError when an FMU cannot be read.
    """
    return {
        connector_name((name, variable.name)): unit
        for name, component in system.components.items()
        for variable in scalar_variables(describe_fmu(component.fmu)).values()
        if (unit := unit_of(variable))
    }
