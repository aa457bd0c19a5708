"""Whole ports of FMUs wired: which variables drive which."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fmpy.model_description import ModelDescription

from ...base.errors import MbfmuError
from ...base.model_description import describe_fmu
from ...model.ports import Port, ports_among
from ...model.ports.port_connection import joined
from .names import Connector, connector_of


def wires(fmus: Mapping[str, Path], a: str, b: str) -> list[tuple[Connector, Connector]]:
    """The connections between two ports "component.port", or from an output to an input; MbfmuError names what does not fit."""
    where, ends = f"{a} and {b} cannot be connected", []
    for end in (a, b):
        component, name = connector_of(str(end), fmus)
        if component not in fmus or not name:
            raise MbfmuError(f'{where}: {end!r} is no "component.port"; the components are {", ".join(fmus)}')
        description = describe_fmu(fmus[component])
        ports, variables = ports_of_fmu(description), {v.name: v.causality for v in description.modelVariables}
        if name not in ports and variables.get(name) not in ("input", "output"):
            raise MbfmuError(f"{where}: {component} has no port or connectable variable {name!r}; its ports are {', '.join(ports) or 'none'}")
        ends.append((component, name, ports.get(name), variables.get(name, "port")))
    (first, name_a, port_a, what_a), (second, name_b, port_b, what_b) = ends
    if port_a is None or port_b is None:
        if (what_a, what_b) not in (("output", "input"), ("input", "output")):
            raise MbfmuError(f"{where}: two ports are wanted, or an output and an input, but {a} is the {what_a} and {b} the {what_b} of its FMU")
        plain = (first, name_a), (second, name_b)
        return [plain if what_a == "output" else (plain[1], plain[0])]
    try:
        return joined((first, port_a), (second, port_b))
    except ValueError as error:
        raise MbfmuError(f"{where}: {error}") from None


def ports_of_fmu(description: ModelDescription) -> dict[str, Port]:
    """The ports of an FMU of any tool, by name: those bundles of its scalar inputs and outputs that have a kind's names."""
    inputs, outputs = ([v.name for v in description.modelVariables if v.causality == of] for of in ("input", "output"))
    return ports_among(inputs, outputs)
