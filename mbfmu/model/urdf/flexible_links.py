"""Flexible bodies in the place of links: their nodes have the names and the places of the joints on the link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.errors import MbfmuError
from ...base.nearest import nearest
from ..declare.frame import Frame
from ..elements.parts import FlexibleBody
from ..elements.parts.base import Part
from .findings import Findings
from .robot import Numbers, Pose, Robot, RobotJoint, RobotLink

APART = 1e-4  # m: how far a node may be from its joint, as places from meshes are rounded

FlexibleLinks = Mapping[str, FlexibleBody]


def refuse_other_kinds(flexible: Mapping[str, Any]) -> None:
    """Raise MbfmuError for what is no FlexibleBody."""
    for name, body in flexible.items():
        if not isinstance(body, FlexibleBody):
            raise MbfmuError(f"flexible: {name!r} must be a FlexibleBody, such as FlexibleBody(beam_data(...)), not {body!r}")


def with_flexible(robot: Robot, flexible: FlexibleLinks, found: Findings) -> Robot:
    """The robot whose flexible links have the masses of their bodies, and no figures; names and nodes that do not fit are problems."""
    links = {link.name: link for link in robot.links}
    for name, body in flexible.items():
        if name not in links:
            found.problem("flexible", f"the robot has no link {name!r}{nearest(name, links)}; it has {', '.join(links)}")
        else:
            _check_nodes(robot, links[name], body, found)
            links[name] = RobotLink(name, links[name].where, mass=body.data.m)
    return replace(robot, links=tuple(links.values()))


def report_added(robot: Robot, given: Robot, flexible: FlexibleLinks, found: Findings) -> None:
    """Flexible links of a robot that got the inertia of others, which its bodies as `given` cannot take."""
    for link, before in zip(robot.links, given.links):
        if link.name in flexible and link != before:
            found.problem(link.where, "a flexible body cannot take the inertia of a link fixed to it: correct the moments of inertia of that link")


def _check_nodes(robot: Robot, link: RobotLink, body: FlexibleBody, found: Findings) -> None:
    places: list[tuple[RobotJoint, Numbers]] = [(joint, (0.0, 0.0, 0.0)) for joint in robot.joints if joint.child == link.name]
    places += [(joint, joint.origin.xyz) for joint in robot.joints if joint.parent == link.name]
    for joint, place in places:
        _check_node(link, body, joint, np.array(place), found)


def _check_node(link: RobotLink, body: FlexibleBody, joint: RobotJoint, place: np.ndarray, found: Findings) -> None:
    nodes = body.data.nodes
    if joint.name not in nodes:
        there = f"it has {', '.join(map(repr, nodes)) or 'none'}"
        found.problem(link.where, f"its flexible body needs a node {joint.name!r} at {_text(place)} m, where the {joint.where} is; {there}")
    elif (distance := float(np.linalg.norm(nodes[joint.name].x - place))) > APART:
        at = _text(nodes[joint.name].x)
        found.problem(
            link.where, f"node {joint.name!r} of its flexible body is at {at} m, {distance:.3g} m from the {joint.where} at {_text(place)} m"
        )


def _text(place: np.ndarray) -> str:
    return f"[{', '.join(f'{x:g}' for x in place)}]"


def leaving(link: Part, joint: RobotJoint) -> tuple[Frame, Pose]:
    """The frame of a link that carries a joint, and the pose of the joint in it: that of a flexible one is at the joint."""
    if isinstance(link, FlexibleBody):
        return link.node(joint.name), replace(joint.origin, xyz=(0.0, 0.0, 0.0))
    return link.frame_a, joint.origin


def entering(link: Part, joint: RobotJoint) -> Frame:
    """The frame of a link that a joint moves."""
    return link.node(joint.name) if isinstance(link, FlexibleBody) else link.frame_a
