"""XML -> Robot: the numbers of the file, with its problems and warnings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from lxml.etree import Element, QName, _Element

from ...base.safe_xml import UNDECLARED
from ..declare.variable_types import read_number
from .attributes import report_unknown_attributes
from .commas import read_with_spaces
from .figures import link_figures, material_colours
from .findings import Findings
from .robot import Mimic, Numbers, Pose, Robot, RobotJoint, RobotLink

JOINT_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
# What says how a robot is sensed or is simulated elsewhere, and nothing about how it moves; how it looks, figures.py reads.
IGNORED = {
    "robot": {"material", "transmission", "gazebo", "sensor", "ros2_control"},
    "link": {
        "visual",
        "collision",
        "collision_checking",
        "self_collision_checking",
        "self_filter",
        "contact",
        "surface",
        "sensor",
        "gazebo",
    },
    "joint": {"safety_controller", "calibration", "gazebo"},
}
LIMITED = ("revolute", "prismatic")  # a continuous joint may have limits, which mean nothing
MANY = {"link", "joint"}
READ = {
    "robot": MANY,
    "link": {"inertial"},
    "joint": {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"},
}
DIMENSIONS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


def parse_robot(root: _Element, file_stem: str, found: Findings) -> Robot:
    """The Robot in a <robot> element, named after the file where it has no name."""
    _report_prefixes(root, found)
    _report_unread(root, found)
    report_unknown_attributes(root, found)
    colours = material_colours(root)
    links = tuple(_link(element, colours, found) for element in root.iterchildren("link"))
    joints = tuple(_joint(element, found) for element in root.iterchildren("joint"))
    return Robot(root.get("name") or file_stem, links, joints)


def _link(element: _Element, colours: Mapping[str, str], found: Findings) -> RobotLink:
    name, where = _name(element, found), _where(element)
    figures = link_figures(element, colours, where, found)
    _report_unread(element, found)
    inertial = element.find("inertial")
    if inertial is None:
        return RobotLink(name, where, figures=figures)
    mass, inertia = inertial.find("mass"), inertial.find("inertia")
    if mass is None or mass.get("value") is None:
        found.problem(where, '<inertial> has no mass: write <mass value="..."/> in kg')
    if missing := [key for key in DIMENSIONS if inertia is None or inertia.get(key) is None]:
        found.warn(where, f"<inertia> without {', '.join(missing)}, which {'are' if len(missing) > 1 else 'is'} taken as 0 kg.m2")
    dimensions = [_numbers(where, inertia, key, (0.0,), found)[0] for key in DIMENSIONS]
    mass_value = _not_negative(where, mass, "value", "kg", found)
    pose = _pose(where, inertial, found, read_without="<inertial>")
    return RobotLink(name=name, where=where, mass=mass_value, inertial=pose, inertia=tuple(dimensions), figures=figures)


def _joint(element: _Element, found: Findings) -> RobotJoint:
    name, where, kind = _name(element, found), _where(element), element.get("type", "")
    _report_unread(element, found)
    if kind not in JOINT_TYPES:
        found.problem(where, f"type {kind!r} is not known; there is {', '.join(JOINT_TYPES)}")
    limit, dynamics = element.find("limit"), element.find("dynamics")
    axis = _numbers(where, element.find("axis"), "xyz", (1.0, 0.0, 0.0), found)
    if kind not in ("fixed", "floating") and not any(axis):
        found.problem(where, '<axis xyz="0 0 0"> has no direction: give one, such as "0 0 1"')
    joint = RobotJoint(
        name=name,
        where=where,
        type=kind,
        parent=_linked(where, element, "parent", found),
        child=_linked(where, element, "child", found),
        origin=_pose(where, element, found),
        axis=axis,
        limits=_limits(where, limit, found) if kind in LIMITED else None,
        effort=_numbers(where, limit, "effort", (0.0,), found)[0],
        damping=_not_negative(where, dynamics, "damping", "N.m.s/rad or N.s/m", found),
        friction=_not_negative(where, dynamics, "friction", "N.m or N", found),
        mimic=_mimic(where, element, found),
    )
    if kind in ("floating", "planar"):
        _report_meaningless(joint, found)
    return joint


def _report_meaningless(joint: RobotJoint, found: Findings) -> None:
    """What the file gives to a joint with several coordinates, which can have none of it."""
    if joint.damping or joint.friction:
        found.warn(joint.where, f"damping and friction of a {joint.type} joint are not modelled")
    if joint.mimic:
        found.problem(joint.where, f"a {joint.type} joint cannot mimic another: it has more than one coordinate, take out <mimic>")


def _mimic(where: str, element: _Element, found: Findings) -> Mimic | None:
    """The joint that this one follows; a fixed one has nothing to follow with."""
    mimic = element.find("mimic")
    if mimic is None or element.get("type") == "fixed":
        return None
    if not mimic.get("joint"):
        found.problem(where, '<mimic> names no joint: write <mimic joint="..."/>')
    multiplier, offset = (_numbers(where, mimic, key, (given,), found)[0] for key, given in (("multiplier", 1.0), ("offset", 0.0)))
    return Mimic(mimic.get("joint", ""), multiplier, offset)


def _limits(where: str, limit: _Element | None, found: Findings) -> tuple[float, float] | None:
    """Lower and upper limit; a limit that is not given is 0 where the other one is, as URDF says."""
    if limit is None or limit.get("lower") is None and limit.get("upper") is None:
        return None
    lower, upper = (_numbers(where, limit, key, (0.0,), found)[0] for key in ("lower", "upper"))
    if lower > upper:
        found.problem(where, f"its lower limit {lower:g} must not be above its upper limit {upper:g} (a limit that is not given is 0)")
    return lower, upper


def _name(element: _Element, found: Findings) -> str:
    name = element.get("name", "")
    if not name:
        found.problem(f"line {element.sourceline}", f"a <{element.tag}> has no name: give it one")
    return name


def _where(element: _Element) -> str:
    return f"{element.tag} {element.get('name', '')!r} (line {element.sourceline})"


def _linked(where: str, element: _Element, role: str, found: Findings) -> str:
    linked = element.find(role)
    name = linked.get("link", "") if linked is not None else ""
    if not name:
        found.problem(where, f'no {role} link: write <{role} link="..."/>')
    return name


def _pose(where: str, element: _Element, found: Findings, read_without: str = "") -> Pose:
    """The <origin> of an element; numbers with commas are read and warned of where ROS reads a link `read_without` it, and refused where ROS does."""
    origin, zero = element.find("origin"), (0.0, 0.0, 0.0)
    for key in ("xyz", "rpy") if origin is not None and read_without else ():
        read_with_spaces(where, origin, key, read_without, found)
    return Pose(_numbers(where, origin, "xyz", zero, found), _numbers(where, origin, "rpy", zero, found))


def _not_negative(where: str, element: _Element | None, key: str, unit: str, found: Findings) -> float:
    """A number >= 0, which is 0 where it is not given."""
    number = _numbers(where, element, key, (0.0,), found)[0]
    if element is not None and number < 0.0:
        found.problem(where, f'<{element.tag} {key}="{number:g}"> must be >= 0 {unit}')
    return number


def _numbers(where: str, element: _Element | None, key: str, default: Numbers, found: Findings) -> Numbers:
    """The numbers of an attribute, as many as `default` has, which stands in where there is none."""
    if element is None or (text := element.get(key)) is None:
        return default
    try:
        numbers = tuple(read_number(word) for word in text.split())
    except ValueError:
        numbers = ()
    if len(numbers) == len(default) and all(map(math.isfinite, numbers)):
        return numbers
    wanted = "a finite number" if len(default) == 1 else f"{len(default)} finite numbers"
    advice = ": expand macros (xacro) first" if "${" in text else ": write spaces in place of commas" if "," in text and len(default) > 1 else ""
    found.problem(where, f'<{element.tag} {key}="{text}"> must be {wanted}{advice}')
    return default


def _report_unread(element: _Element, found: Findings) -> None:
    """What is not read, and may change how the robot moves: what URDF does not know, and what is there twice; xacro is refused."""
    for tag, count in Counter(child.tag for child in element.iterchildren()).items():
        first = element.find(tag)
        name, at = _as_written(first), f"line {first.sourceline}" if element.tag == "robot" else _where(element)
        space = QName(tag).namespace or ""
        if "xacro" in space:
            found.problem(at, f"<{name}> is not URDF: expand macros first, as in `xacro robot.urdf.xacro > robot.urdf`")
        elif tag not in IGNORED[element.tag] | READ[element.tag] and not space.startswith(UNDECLARED):
            found.warn(at, f"<{name}> is not part of a <{element.tag}> in URDF and is ignored")
        elif count > 1 and tag in READ[element.tag] - MANY:
            found.warn(at, f"<{name}> is there more than once: only the first counts")


def _report_prefixes(root: _Element, found: Findings) -> None:
    """Prefixes that are not declared: ROS knows nothing of namespaces, and ignores names that it does not know."""
    for element in root.iter(Element):
        space = QName(element).namespace or ""
        undeclared = [space.removeprefix(UNDECLARED)] if space.startswith(UNDECLARED) else []
        undeclared += [key.partition(":")[0] for key in map(str, element.keys()) if ":" in key and not key.startswith("{")]
        for prefix in dict.fromkeys(undeclared):
            if prefix != "xacro":
                found.warn(f"line {element.sourceline}", f"the prefix {prefix!r} is not declared: each name with it is ignored")


def _as_written(element: _Element) -> str:
    space = QName(element).namespace or ""
    prefix = space.removeprefix(UNDECLARED) if space.startswith(UNDECLARED) else element.prefix
    return f"{prefix}:{QName(element).localname}" if prefix else QName(element).localname
