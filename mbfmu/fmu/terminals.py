"""terminalsAndIcons.xml of FMI 3.0: the ports of a model."""

from __future__ import annotations

from lxml import etree

from ..problem.data.problem import Problem, Variable
from .description import as_bytes


def describe_terminals(problem: Problem) -> bytes | None:
    """A terminal for each element of which inputs and outputs are both exposed; None where there is none.

    Its members are called as the element declares them, so that terminals of two FMUs match by name ("bus").
    """
    ports = {name: variables for name, variables in _by_element(problem).items() if {v.causality for v in variables} == {"input", "output"}}
    if not ports:
        return None
    root = etree.Element("fmiTerminalsAndIcons", fmiVersion="3.0")
    terminals = etree.SubElement(root, "Terminals")
    for element, variables in ports.items():
        terminal = etree.SubElement(terminals, "Terminal", name=element, matchingRule="bus", description=f"inputs and outputs of {element}")
        for v in variables:
            member = v.origin.rpartition(".")[2]
            etree.SubElement(terminal, "TerminalMemberVariable", variableName=v.name, memberName=member, variableKind="signal")
    return as_bytes(root)


def _by_element(problem: Problem) -> dict[str, list[Variable]]:
    """The inputs and outputs of each element."""
    found: dict[str, list[Variable]] = {}
    for v in problem.variables:
        if v.origin and v.causality in ("input", "output"):
            found.setdefault(v.origin.rpartition(".")[0], []).append(v)
    return found
