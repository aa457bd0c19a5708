"""Inertia tensors of links in the link's own axes, and the treatment of tensors that no body can have."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...base.spatial.inertia import about_origin, six, symmetric, total
from ...base.spatial.placement import IDENTITY
from ...base.spatial.rotations import from_roll_pitch_yaw
from .findings import Findings
from .robot import Pose, Robot, RobotJoint, RobotLink

# [m2] Entries of an inertia below this times the mass (a radius of gyration of 30 nm) are what CAD exports leave of zeros,
# with either sign, so that the tensor would seem to have negative principal moments.
NO_INERTIA = 1e-15
ROUNDED = 1e-9  # of the largest entry: what a principal moment of zero may be below it


def tensor(link: RobotLink) -> np.ndarray:
    """The moments of inertia (3, 3) of a link about its centre of mass, turned into the link's own axes."""
    R = from_roll_pitch_yaw(*link.inertial.rpy)
    I = R @ symmetric(link.inertia) @ R.T
    return np.where(np.abs(I) > NO_INERTIA * link.mass, (I + I.T) / 2, 0.0)


def possible(robot: Robot, found: Findings) -> Robot:
    """The robot with inertias that bodies have: a link with a negative principal moment hands its mass and inertia to the
    link that it is fixed to, which moves as it does; one that moves by itself is a problem."""
    links = {link.name: link for link in robot.links}
    fixed = {joint.child: joint for joint in robot.joints if joint.type == "fixed"}
    causes = {link.name: [link] for link in robot.links if _negative(link)}
    for (link,) in causes.values():
        found.warn(link.where, "negative principal moments of inertia, which no body can have, are added to those of the link that it is fixed to")
    while name := next((name for name in causes if name in fixed), None):
        joint, link = fixed[name], links[name]
        links[name], links[joint.parent] = RobotLink(name, link.where, figures=link.figures), _together(links[joint.parent], joint, link)
        handed = [*causes.pop(joint.parent, []), *causes.pop(name)]
        if _negative(links[joint.parent]):
            causes[joint.parent] = handed
    for link in (link for remaining in causes.values() for link in remaining):
        wrong = f"its inertia has the principal moment {_negative(link):.3g} kg.m2, which no body can have"
        found.problem(link.where, f"{wrong}: look for a wrong ixy, ixz or iyz, or a wrong sign")
    return replace(robot, links=tuple(links.values()))


def report_massless(robot: Robot, found: Findings) -> None:
    """Joints that move nothing with mass or inertia, so that their motion follows from nothing."""
    above = {joint.child: joint for joint in robot.joints}
    loaded: set[str] = set()
    for link in (link for link in robot.links if link.mass or any(link.inertia)):
        joint = above.get(link.name)
        while joint and joint.name not in loaded:
            loaded.add(joint.name)
            joint = above.get(joint.parent)
    for joint in (joint for joint in robot.joints if joint.type != "fixed" and joint.name not in loaded):
        found.warn(joint.where, 'nothing with mass or inertia moves with the joint: give a link there an <inertial>, or write type="fixed"')


def _negative(link: RobotLink) -> float:
    """The smallest principal moment if it is negative by more than roundoff, else 0."""
    I = tensor(link)
    smallest = float(np.linalg.eigvalsh(I)[0])
    return smallest if smallest < -ROUNDED * np.abs(I).max() else 0.0


def _together(parent: RobotLink, joint: RobotJoint, child: RobotLink) -> RobotLink:
    """The parent with the child's mass and inertia added."""
    placement = (from_roll_pitch_yaw(*joint.origin.rpy), np.array(joint.origin.xyz))
    own, added = ((link.mass, np.array(link.inertial.xyz), six(tensor(link))) for link in (parent, child))
    m, *rest = total(about_origin(*own, IDENTITY), about_origin(*added, placement))
    c = np.array(rest[:3]) / m if m else np.zeros(3)
    I = symmetric(rest[3:]) - m * (c @ c * np.eye(3) - np.outer(c, c))
    return replace(parent, mass=float(m), inertial=Pose(tuple(c)), inertia=tuple(six(I)))
