"""XML -> Robot: what the file says, number by number; what it cannot mean goes to `problems`, one sentence each."""

from __future__ import annotations

import math

from lxml.etree import _Element

from .robot import Mimic, Numbers, Pose, Robot, RobotJoint, RobotLink

JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
# What says how a robot looks, is sensed or is simulated elsewhere, and nothing about how it moves.
IGNORED = {
    "robot": {"material", "transmission", "gazebo", "sensor", "ros2_control"},
    "link": {
        "visual", "collision", "collision_checking", "self_collision_checking", "self_filter", "contact", "surface", "sensor",
        "gazebo",
    },  # fmt: skip
    "joint": {"safety_controller", "calibration", "gazebo"},
}
READ = {
    "robot": {"link", "joint"},
    "link": {"inertial"},
    "joint": {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
}
DIMENSIONS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def parse_robot(root: _Element, file_stem: str, problems: list[str]) -> Robot:
    """The Robot in a <robot> element, named after the file where it has no name."""
    _report_unknown("the robot", root, problems)
    links = tuple(_link(element, problems) for element in root.iterchildren("link"))
    joints = tuple(_joint(element, problems) for element in root.iterchildren("joint"))
    return Robot(root.get("name") or file_stem, links, joints)


def _link(element: _Element, problems: list[str]) -> RobotLink:
    name = _name(element, problems)
    where = f"link {name!r}"
    _report_unknown(where, element, problems)
    inertial = element.find("inertial")
    if inertial is None:
        return RobotLink(name)
    mass, inertia = inertial.find("mass"), inertial.find("inertia")
    if mass is None or mass.get("value") is None:
        problems.append(f'{where}: <inertial> has no mass: write <mass value="..."/> in kg')
    dimensions = [_numbers(where, inertia, key, (0.0,), problems)[0] for key in DIMENSIONS]
    return RobotLink(
        name, _numbers(where, mass, "value", (0.0,), problems)[0], _pose(where, inertial, problems), tuple(dimensions)
    )


def _joint(element: _Element, problems: list[str]) -> RobotJoint:
    name = _name(element, problems)
    where = f"joint {name!r}"
    _report_unknown(where, element, problems)
    kind = element.get("type", "")
    if kind not in JOINT_TYPES:
        problems.append(f"{where}: type {kind!r} is not known; there is {', '.join(JOINT_TYPES)}")
    limit, dynamics = element.find("limit"), element.find("dynamics")
    joint = RobotJoint(
        name, kind, _linked(where, element, "parent", problems), _linked(where, element, "child", problems),
        _pose(where, element, problems), _numbers(where, element.find("axis"), "xyz", (1.0, 0.0, 0.0), problems),
        _limits(where, limit, problems), _optional(where, limit, "effort", problems),
        _numbers(where, dynamics, "damping", (0.0,), problems)[0],
        _numbers(where, dynamics, "friction", (0.0,), problems)[0], _mimic(where, element, problems),
    )  # fmt: skip
    _report_meaningless(where, joint, problems)
    return joint


def _report_meaningless(where: str, joint: RobotJoint, problems: list[str]) -> None:
    """What the file gives to a joint that can have none of it."""
    if joint.type in ("revolute", "prismatic") and joint.limits and joint.limits[0] == joint.limits[1]:
        problems.append(
            f"{where}: its lower and its upper limit are both {joint.limits[0]:g}, so it cannot move: write type=\"fixed\", or limits apart"
        )
    if joint.type in ("floating", "planar") and (joint.damping or joint.friction):
        problems.append(f"{where}: damping and friction of a {joint.type} joint are not supported: take out <dynamics>")
    if joint.type in ("floating", "planar") and joint.mimic:
        problems.append(f"{where}: a {joint.type} joint cannot mimic another: it has more than one coordinate, take out <mimic>")


def _mimic(where: str, element: _Element, problems: list[str]) -> Mimic | None:
    """The joint that this one follows; a fixed one has nothing to follow with."""
    mimic = element.find("mimic")
    if mimic is None or element.get("type") == "fixed":
        return None
    if not mimic.get("joint"):
        problems.append(f'{where}: <mimic> does not say whom: write <mimic joint="..."/>')
    multiplier, offset = (_numbers(where, mimic, key, (given,), problems)[0] for key, given in (("multiplier", 1.0), ("offset", 0.0)))
    return Mimic(mimic.get("joint", ""), multiplier, offset)


def _limits(where: str, limit: _Element | None, problems: list[str]) -> tuple[float, float] | None:
    """Lower and upper limit; a limit that is not given is 0 where the other one is, as URDF says."""
    lower, upper = (_optional(where, limit, key, problems) for key in ("lower", "upper"))
    if lower is None and upper is None:
        return None
    lower, upper = lower or 0.0, upper or 0.0
    if lower > upper:
        problems.append(f"{where}: its lower limit {lower:g} must not be above its upper limit {upper:g}")
    return lower, upper


def _name(element: _Element, problems: list[str]) -> str:
    name = element.get("name", "")
    if not name:
        problems.append(f"line {element.sourceline}: a <{element.tag}> has no name: give it one")
    return name


def _linked(where: str, element: _Element, role: str, problems: list[str]) -> str:
    linked = element.find(role)
    name = linked.get("link", "") if linked is not None else ""
    if not name:
        problems.append(f'{where}: no {role} link: write <{role} link="..."/>')
    return name


def _pose(where: str, element: _Element, problems: list[str]) -> Pose:
    origin = element.find("origin")
    zero = (0.0, 0.0, 0.0)
    return Pose(_numbers(where, origin, "xyz", zero, problems), _numbers(where, origin, "rpy", zero, problems))


def _optional(where: str, element: _Element | None, key: str, problems: list[str]) -> float | None:
    if element is None or element.get(key) is None:
        return None
    return _numbers(where, element, key, (0.0,), problems)[0]


def _numbers(where: str, element: _Element | None, key: str, default: Numbers, problems: list[str]) -> Numbers:
    """The numbers of an attribute, as many as `default` has, which stands in where there is none."""
    text = element.get(key) if element is not None else None
    if text is None:
        return default
    try:
        numbers = tuple(float(word) for word in text.split())
    except ValueError:
        numbers = ()
    if len(numbers) == len(default) and all(map(math.isfinite, numbers)):
        return numbers
    wanted = "a finite number" if len(default) == 1 else f"{len(default)} finite numbers"
    problems.append(f'{where}: <{element.tag} {key}="{text}"> must be {wanted}')
    return default


def _report_unknown(where: str, element: _Element, problems: list[str]) -> None:
    """What changes how the robot moves, or may, and is not understood."""
    for child in element.iterchildren():
        if str(child.tag).startswith("{"):
            problems.append(f"{where}: <{child.prefix or ''}:{child.tag.split('}')[1]}> is not URDF: expand macros (xacro) first")
        elif child.tag not in IGNORED[element.tag] | READ[element.tag]:
            problems.append(f"{where}: <{child.tag}> is not supported: take it out if the motion does not need it")


