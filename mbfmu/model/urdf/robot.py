"""What a URDF file says, as plain data; names as in the file, SI units as URDF prescribes them."""

from __future__ import annotations

from dataclasses import dataclass

from ...base.one_line import one_line

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Pose:
    """A frame's place: xyz [m], and rpy [rad] about the fixed axes x, y, z in this order."""

    xyz: Numbers = (0.0, 0.0, 0.0)
    rpy: Numbers = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class RobotFigure:
    """What shows a link: a "box" of `numbers` (lengths), a "cylinder" (radius, length), a "sphere" (radius) or a "mesh" (factors) from a file.

    `colour` is #rrggbbaa, or "" where the file gives none.
    """

    kind: str
    numbers: Numbers
    pose: Pose
    colour: str = ""
    file: str = ""


@dataclass(frozen=True)
class RobotLink:
    """A link; `inertia` = (ixx, iyy, izz, ixy, ixz, iyz) about the centre of mass, in the axes of `inertial`.

    `where` is what messages call it: its name and its line.
    """

    name: str
    where: str
    mass: float = 0.0
    inertial: Pose = Pose()
    inertia: Numbers = (0.0,) * 6
    figures: tuple[RobotFigure, ...] = ()


@dataclass(frozen=True)
class Mimic:
    """A joint that another one follows: its own coordinate is multiplier times that of `joint`, and offset."""

    joint: str
    multiplier: float
    offset: float


@dataclass(frozen=True)
class RobotJoint:
    """A joint; `limits` are (lower, upper) of a revolute or prismatic one, None where the file gives none, likewise `mimic`; `where` as of links."""

    name: str
    where: str
    type: str
    parent: str
    child: str
    origin: Pose
    axis: Numbers
    limits: tuple[float, float] | None
    effort: float
    damping: float
    friction: float
    mimic: Mimic | None


@one_line
@dataclass(frozen=True)
class Robot:
    """Links and joints in the file's order."""

    name: str
    links: tuple[RobotLink, ...]
    joints: tuple[RobotJoint, ...]
