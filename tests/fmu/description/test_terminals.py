"""terminalsAndIcons.xml of FMI 3."""

from pathlib import Path

import fmpy
from lxml import etree

from mbfmu.fmu.description.terminals import describe_terminals
from tests.engine.problems import pendulum
from tests.library import problem_of

SCHEMA = Path(fmpy.__file__).parent / "schema/fmi3/fmi3TerminalsAndIcons.xsd"


def test_ports() -> None:
    """The cylinder of the crane, whose force is an input and whose stroke and rate are outputs, is a port; valid by the standard's schema."""
    root = etree.fromstring(describe_terminals(problem_of("crane")))
    etree.XMLSchema(etree.parse(SCHEMA)).assertValid(root)
    (terminal,) = root.iter("Terminal")
    members = {m.get("memberName"): m.get("variableName") for m in terminal}
    assert (terminal.get("name"), members) == ("cylinder", {"f": "cylinder_force", "s": "stroke", "v": "stroke_rate"})


def test_ports_match() -> None:
    """The crane's cylinder and the hydraulics share the names of what they exchange."""
    names = [
        {m.get("memberName") for m in etree.fromstring(describe_terminals(problem_of(name))).iter("TerminalMemberVariable")}
        for name in ("crane", "hydraulics")
    ]
    assert names[0] <= names[1]


def test_no_ports() -> None:
    """Where no element has both inputs and outputs that are exposed, there is no file."""
    assert describe_terminals(problem_of("spacecraft")) is None
    assert describe_terminals(pendulum()) is None
