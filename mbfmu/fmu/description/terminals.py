"""terminalsAndIcons.xml of FMI 3.0: the ports of a model."""

from __future__ import annotations

from lxml import etree

from ...model.ports import Port
from ...problem.connect.ports import is_member, ports_of
from ...problem.data.problem import Problem, Variable
from .description import as_bytes


def describe_terminals(problem: Problem) -> bytes | None:
    """A terminal for each port, and for each other element of which inputs and outputs are both exposed; None where there is none.

    Members of a port are called as in its kind, those of an element as it declares them, so that terminals of two FMUs match by name ("bus").
    """
    ports = ports_of(problem)
    elements = {
        name: variables
        for name, variables in _by_element(problem, ports).items()
        if {v.causality for v in variables} == {"input", "output"} and name not in ports
    }
    if not ports and not elements:
        return None
    root = etree.Element("fmiTerminalsAndIcons", fmiVersion="3.0")
    terminals = etree.SubElement(root, "Terminals")
    for name, port in ports.items():
        terminal = etree.SubElement(
            terminals, "Terminal", name=name, matchingRule="bus", terminalKind=f"mbfmu.{port.kind.name}.{port.side}", description=str(port)
        )
        for v in (v for v in problem.variables if is_member(v, port)):
            _add_member(terminal, v, v.name.removeprefix(f"{name}."))
    for element, variables in elements.items():
        terminal = etree.SubElement(terminals, "Terminal", name=element, matchingRule="bus", description=f"inputs and outputs of {element}")
        for v in variables:
            _add_member(terminal, v, v.origin.rpartition(".")[2])
    return as_bytes(root)


def _add_member(terminal: etree._Element, v: Variable, member: str) -> None:
    etree.SubElement(terminal, "TerminalMemberVariable", variableName=v.name, memberName=member, variableKind="signal")


def _by_element(problem: Problem, ports: dict[str, Port]) -> dict[str, list[Variable]]:
    """The inputs and outputs of each element, those of ports apart."""
    found: dict[str, list[Variable]] = {}
    for v in problem.variables:
        if v.origin and v.causality in ("input", "output") and not any(is_member(v, port) for port in ports.values()):
            found.setdefault(v.origin.rpartition(".")[0], []).append(v)
    return found
