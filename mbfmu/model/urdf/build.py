"""Robot -> Model: links become bodies, joints become joints with their loads, couplings and their interface."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..declare.model import Model
from ..elements.constraints import CoordinateCoupling
from ..elements.forces.joint_friction import JointFriction
from ..elements.joints import Fixed, FreeMotion, Joint
from ..elements.parts import Body, World
from ..elements.parts.base import Part
from .check import root_link
from .findings import Findings
from .flexible_links import FlexibleLinks, entering, leaving
from .ground_contacts import TouchingLinks
from .inertia import tensor
from .joint_kinds import JOINT_KINDS
from .mimic_joints import leaves_limits
from .names import Names, identifier
from .placed import placed
from .robot import Robot, RobotJoint, RobotLink
from .visuals import visuals


def build_robot(
    robot: Robot, path: Path, floating: bool, end_stops: bool, flexible: FlexibleLinks, touching: TouchingLinks | None, found: Findings
) -> Model:
    """The Model of a robot that is a tree, read from the file at a path; see read_urdf."""
    model = Model(identifier(robot.name))
    names = Names(taken=dir(model))
    world = model.add(names.new("world"), World())
    base = names.new("floating_base" if floating else "base_mount")
    joint_names = [names.new(joint.name, "joint") for joint in robot.joints]
    links: dict[str, Part] = {link.name: flexible.get(link.name) or _body(link, path, found) for link in robot.links}
    bodies = {name: model.add(names.new(name, "link"), body) for name, body in links.items()}
    root = bodies[root_link(robot).name]
    mount = model.add(base, (FreeMotion if floating else Fixed)(world.frame_b, root.frame_a))
    if floating:
        JOINT_KINDS["floating"].expose(model, mount, {})
    for joint, name in zip(robot.joints, joint_names):
        kind = JOINT_KINDS[joint.type]
        frame_a, frame_b = placed(*leaving(bodies[joint.parent], joint)), entering(bodies[joint.child], joint)
        element = model.add(name, kind.joint(joint, frame_a, frame_b))
        loads = kind.loads(joint, element, end_stops)
        if end_stops and (why := kind.unstopped(joint)):
            found.warn(joint.where, why)
        for suffix, load in loads.items():
            model.add(names.new(f"{name}_{suffix}"), load)
        kind.expose(model, element, loads)
    # dry friction is smoothed within 0.01 rad/s, where it brakes a finger at rates of 1e5 1/s and more
    if any(friction.values["dry"] > 0.0 for friction in model.of_type(JointFriction)):
        model.integrator = "radau"
    _couple(model, robot, dict(zip((joint.name for joint in robot.joints), joint_names)), names, end_stops, found)
    if touching:
        touching.add_to(model, names, bodies)
    return model


def _body(link: RobotLink, path: Path, found: Findings) -> Body:
    body = Body(m=link.mass, r_CM=link.inertial.xyz, I=tensor(link), visual=visuals(link, path.parent, found))
    body.made_at = f"{link.where} of {path}"
    return body


def _couple(model: Model, robot: Robot, name_of: Mapping[str, str], names: Names, end_stops: bool, found: Findings) -> None:
    """A coupling for every joint that mimics another; these are assembled, all others keep their start values."""
    joints: dict[RobotJoint, Any] = {joint: model.elements[name_of[joint.name]] for joint in robot.joints}
    of_name = {joint.name: element for joint, element in joints.items()}
    couplings = {
        joint: CoordinateCoupling(of_name[joint.mimic.joint], element, ratio=joint.mimic.multiplier, offset=joint.mimic.offset)
        for joint, element in joints.items()
        if joint.mimic
    }
    for joint, coupling in couplings.items():
        if end_stops and (beyond := leaves_limits(robot, joint)):
            found.warn(joint.where, beyond)
        model.add(names.new(f"{name_of[joint.name]}_mimic"), coupling)
    for element in (e for e in model.of_type(Joint) if couplings and e not in [c.joint_b for c in couplings.values()]):
        element.q_fixed = element.v_fixed = True
