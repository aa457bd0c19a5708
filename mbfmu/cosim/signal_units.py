"""The units of a System's results."""

from ..model_description import describe_fmu, unit_of
from .power_ports import power_ports
from .system import System, connector_name
from .variables import scalar_variables


def signal_units(system: System) -> dict[str, str]:
    """Return the unit of each result "component.variable", where its FMU states one.

    Raises MbfmuError when an FMU cannot be read.
    """
    descriptions = {name: describe_fmu(component.fmu) for name, component in system.components.items()}
    stated = {
        connector_name((name, variable.name)): unit
        for name, description in descriptions.items()
        for variable in scalar_variables(description).values()
        if (unit := unit_of(variable))
    }
    return stated | {column: unit for port in power_ports(system, descriptions) for column, unit in zip(port.columns, ("W", "J"))}
