"""The units of a System's results."""

from ...base.model_description import describe_fmu, unit_of
from ..system.system import System, connector_name
from ..system.variables import scalar_variables
from .power_ports import power_ports


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
