"""OspModelDescription.xml of the Open Simulation Platform's interface standard (OSP-IS 1.0.1): the ports of a model as variable groups.

A port is a Generic group with its displacement and a mechanical port inside, the bond of force and velocity whose product is a power. OSP-IS knows
force and velocity at one point; the force of a hub acts at its `point`, so that the two bonds of a hub are its power where that is the hub itself.
"""

from __future__ import annotations

from lxml import etree

from ...model.ports import HUB, ROTATIONAL, TRANSLATIONAL, Port, PortKind
from ...model.ports.kinds import XYZ, Member
from ...problem.connect.ports import ports_of
from ...problem.data.problem import Problem
from .description import as_bytes

NAMESPACE = "https://open-simulation-platform.com/OspModelDescription/1.0.1"
BONDS = {  # of each kind: the bond, and the members that are its effort and its flow with what OSP-IS calls them
    TRANSLATIONAL: (("LinearMechanicalPort", ("Force", "f"), ("LinearVelocity", "v")),),
    ROTATIONAL: (("AngularMechanicalPort", ("Torque", "tau"), ("AngularVelocity", "w")),),
    HUB: (
        ("LinearMechanicalPort", ("Force", "force"), ("LinearVelocity", "lin_vel")),
        ("AngularMechanicalPort", ("Torque", "moment"), ("AngularVelocity", "ang_vel")),
    ),
}
DISPLACEMENTS = {TRANSLATIONAL: ("LinearDisplacement", "s"), ROTATIONAL: ("AngularDisplacement", "phi"), HUB: ("LinearDisplacement", "pos")}


def describe_osp(problem: Problem) -> bytes | None:
    """The variable groups of a Problem's ports; None where it has none. libcosim looks for it beside the FMU, as `osp_name` says."""
    ports = ports_of(problem)
    if not ports:
        return None
    root = etree.Element(_tag("OspModelDescription"), nsmap={None: NAMESPACE}, version="1.0")
    groups = etree.SubElement(root, _tag("VariableGroups"))
    for port in ports.values():
        _add_port(groups, port)
    return as_bytes(root)


def osp_name(problem: Problem) -> str:
    """Where the description lies in an FMU."""
    return f"extra/com.open-simulation-platform/{problem.name}_OspModelDescription.xml"


def _add_port(groups: etree._Element, port: Port) -> None:
    kind, group = port.kind, etree.SubElement(groups, _tag("Generic"), name=port.name)
    displacement = DISPLACEMENTS[kind]
    bound = {displacement[1], *(member for _, *ends in BONDS[kind] for _, member in ends)}
    for member in (m for m in kind.members if m.name not in bound):
        _add_variables(group, port, member)
    _add_group(group, port, *displacement)
    for bond, *ends in BONDS[kind]:
        inside = etree.SubElement(group, _tag(bond), name=f"{port.name}.{bond}")
        for what, end in ends:
            _add_group(inside, port, what, end)


def _add_group(parent: etree._Element, port: Port, what: str, member: str) -> None:
    group = etree.SubElement(parent, _tag(what), name=f"{port.name}.{member}")
    _add_variables(group, port, _member(port.kind, member))


def _add_variables(parent: etree._Element, port: Port, member: Member) -> None:
    for i, scalar in enumerate(member.scalars):
        if scalar in port.inputs | port.outputs:
            axis = {"axis": XYZ[i]} if member.pieces == XYZ else {}
            etree.SubElement(parent, _tag("Variable"), ref=f"{port.name}.{scalar}", unit=member.unit, **axis)


def _member(kind: PortKind, name: str) -> Member:
    return next(member for member in kind.members if member.name == name)


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
