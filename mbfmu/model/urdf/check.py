"""Checks links and joints as a graph: is the robot a tree, and which joints mimic which? In the file's own names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .robot import Robot, RobotJoint, RobotLink

ONE_COORDINATE = ("revolute", "continuous", "prismatic")


def tree_problems(robot: Robot) -> list[str]:
    """Names used twice, links that do not exist, and everything that keeps the joints from being a tree
    or from following each other, one sentence each."""
    if not robot.links:
        return ["the robot has no links"]
    names = Counter(link.name for link in robot.links)
    problems = [f"link {name!r} is there {count} times: give each a name of its own" for name, count in _twice(names)]
    problems += [
        f"joint {name!r} is there {count} times: give each a name of its own" for name, count in _twice(Counter(joint.name for joint in robot.joints))
    ]
    for joint in robot.joints:
        for role, link in (("parent", joint.parent), ("child", joint.child)):
            if link and link not in names:
                problems.append(f"{joint.where}: its {role} link {link!r} is not in the file")
    for name, count in _twice(Counter(joint.child for joint in robot.joints if joint.child in names)):
        above = ", ".join(j.where for j in robot.joints if j.child == name)
        problems.append(f"link {name!r} is the child of {count} joints ({above}): URDF has no closed loops, keep one")
    return [*(problems or _root_problems(robot)), *_mimic_problems(robot)]


def root_link(robot: Robot) -> RobotLink:
    """The link that is no joint's child, of a robot without problems."""
    return _roots(robot)[0]


def _root_problems(robot: Robot) -> list[str]:
    roots = _roots(robot)
    if len(roots) > 1:
        loose = ", ".join(link.where for link in roots)
        return [f"{loose} have no parent: a robot has one root link, connect the others to it with joints"]
    reached = {link.name for link in roots}
    while more := {j.child for j in robot.joints if j.parent in reached} - reached:
        reached |= more
    circle = ", ".join(link.where for link in robot.links if link.name not in reached)
    return [f"{circle} follow each other in a circle: none of them is connected to a root link"] if circle else []


def _mimic_problems(robot: Robot) -> Iterator[str]:
    """Joints that follow joints that are not there, that have not one coordinate, or that follow each other in a circle."""
    joints = {joint.name: joint for joint in robot.joints}
    for joint in robot.joints:
        if joint.mimic is None:
            continue
        leader = joints.get(joint.mimic.joint)
        if leader is None:
            yield f"{joint.where}: the joint {joint.mimic.joint!r} that it mimics is not in the file"
        elif leader.type not in ONE_COORDINATE:
            yield f"{joint.where} mimics {leader.name!r}, a {leader.type} joint: only {', '.join(ONE_COORDINATE)} ones have one coordinate"
        elif joint.name in _followed(joints, joint):
            yield f"{joint.where} mimics itself, by way of {', '.join(map(repr, _followed(joints, joint)))}: take out a <mimic>"


def _followed(joints: dict[str, RobotJoint], joint: RobotJoint) -> list[str]:
    """The joints that a joint follows, directly or by others, each once."""
    found: list[str] = []
    follower: RobotJoint | None = joint
    while follower is not None and follower.mimic and follower.mimic.joint not in found:
        found.append(follower.mimic.joint)
        follower = joints.get(follower.mimic.joint)
    return found


def _roots(robot: Robot) -> list[RobotLink]:
    children = {joint.child for joint in robot.joints}
    return [link for link in robot.links if link.name not in children]


def _twice(counted: Counter[str]) -> list[tuple[str, int]]:
    return [(name, count) for name, count in counted.items() if count > 1 and name]
