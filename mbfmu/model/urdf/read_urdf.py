"""URDF file -> Model."""

from __future__ import annotations

import warnings
from pathlib import Path

from lxml.etree import QName, _Element

from ...base.errors import MbfmuError, ProblemsFound
from ...base.files.given_path import given_path
from ...base.safe_xml import UNDECLARED, parse_xml
from ..declare.model import Model
from .build import build_robot
from .check import tree_problems
from .findings import Findings
from .flexible_links import FlexibleLinks, refuse_other_kinds, report_added, with_flexible
from .ground_contacts import GroundContacts, refuse_other_contacts, touching_links
from .inertia import possible, report_massless
from .parse import parse_robot


def read_urdf(
    path: str | Path,
    floating: bool = False,
    end_stops: bool = True,
    flexible: FlexibleLinks | None = None,
    contacts: GroundContacts | None = None,
) -> Model:
    """The Model of the robot in a URDF file.

    Joints may be fixed, revolute, continuous, prismatic, floating or planar. The root link is fixed to the world, or with
    `floating` free in space by a FreeMotion named `floating_base` (legged robots). Every revolute, continuous or prismatic
    joint gets an input, `<joint>.tau` [N.m] or `<joint>.f` [N], and outputs, `<joint>.phi`, `.w` or `.s`, `.v`; floating and
    planar joints get their outputs. Start positions are parameters (`<joint>.phi_start`). Their default is 0, or the nearest limit if 0 is outside
    the limits. Characters that FMI names cannot have become underscores. If a link has the name of a joint, `_link` is added to it.

    Limits become elastic end stops, if lower < upper, an effort > 0 is given and `end_stops` is true. Their torque or force reaches the effort limit
    at a penetration of 0.01 rad or 0.001 m. The effort has no other effect: torque inputs are not clipped. Velocity limits, safety controllers and
    transmissions are not modelled. Damping and friction become RevoluteFriction or PrismaticFriction. With dry friction, the integrator is radau.
    Links without <inertial> are massless frames. A joint that mimics another gets a CoordinateCoupling instead of an actuator and end stops, because
    those of its leader hold it. Then all other joints keep their start values (`q_fixed`, `v_fixed`), and followers start where these put them.

    A FlexibleBody in `flexible` takes the place of the link of that name; the file's mass, inertia and figures of the link do not count. Its data
    have the axes of the link, and nodes with the names and at the places of all joints on the link. A root link is held at its frame.

    With `contacts` the shapes of <collision> touch the ground: each becomes a surface, `<link>_surface`, and a contact with the surface `ground` of
    the world, `<link>_contact`. A mesh becomes its convex hull, of 64 vertices at most. Links do not touch each other.

    If a link has moments of inertia that no body can have, and is fixed to another link, mbfmu adds its mass and inertia to those of that link.

    Links have the shapes of their <visual>, else of their <collision>. mbfmu searches meshes of a package in the folders above the file; a warning
    names missing meshes. Tags and attributes of other programs are ignored, whether or not their prefix is declared. A
    warning names attributes that URDF does not have.

    Raises MbfmuError if the file cannot be read or is no URDF. Raises ProblemsFound with all problems of the robot, by names and lines of the file.
    Warns of parts that it ignores, or whose meaning may differ from what the author expects.
    Source: the URDF specification, wiki.ros.org/urdf/XML.
    """
    path, flexible = given_path(path), flexible or {}
    refuse_other_kinds(flexible)
    refuse_other_contacts(contacts)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise MbfmuError(f"{path} cannot be read: {error.strerror}") from error
    root = parse_xml(data, str(path), undeclared=True)
    _forget_namespace(root)
    if root.tag != "robot":
        raise MbfmuError(f"{path} is no URDF file: its root element is <{root.tag}>, not <robot>")
    found = Findings()
    robot = parse_robot(root, path.stem, found)
    found.problems += tree_problems(robot)
    touching = None if found.problems or contacts is None else touching_links(root, robot, path.parent, contacts, flexible, found)
    if not found.problems:
        given = with_flexible(robot, flexible, found)
        report_massless(given, found)
        robot = possible(given, found)
        report_added(robot, given, flexible, found)
    if not found.problems:
        model = build_robot(robot, path, floating, end_stops, flexible, touching, found)
        found.problems += model.problems()
    if found.problems:
        raise ProblemsFound(f"{path} cannot be used:", found.problems)
    for warning in found.warnings:
        warnings.warn(f"{path}: {warning}", stacklevel=2)
    return model


def _forget_namespace(root: _Element) -> None:
    """Takes the root's own namespace, which some programs write and nobody needs, out of all names."""
    space = QName(root).namespace
    if space and not space.startswith(UNDECLARED):
        for element in root.iter(f"{{{space}}}*"):
            element.tag = QName(element).localname
