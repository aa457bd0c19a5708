"""The kinds of ports: which variables they bundle, and which side gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

XYZ = ("x", "y", "z")


@dataclass(frozen=True)
class Member:
    """What one name of a port stands for: a number, or several scalars "name.piece", in `unit`.

    `given` says which side gives it: "motion" (a mechanism) or "force" (what acts on it). An `optional` one need not be there.
    """

    name: str
    unit: str
    description: str
    given: str = "motion"
    pieces: tuple[str, ...] = ()
    optional: bool = False

    @cached_property
    def scalars(self) -> tuple[str, ...]:
        """The names of its numbers within the port."""
        return tuple(f"{self.name}.{piece}" for piece in self.pieces) or (self.name,)


@dataclass(frozen=True)
class PortKind:
    """A kind of port. The force is that on the motion side; its power with the velocity flows into the motion side."""

    name: str
    members: tuple[Member, ...]

    @cached_property
    def needed(self) -> frozenset[str]:
        """The scalars that make a port of this kind."""
        return frozenset(scalar for member in self.members if not member.optional for scalar in member.scalars)

    @cached_property
    def given_by(self) -> Mapping[str, frozenset[str]]:
        """The scalars that each side gives, "motion" and "force"."""
        return {side: frozenset(scalar for m in self.members if m.given == side for scalar in m.scalars) for side in ("motion", "force")}

    @property
    def interface(self) -> tuple[Member, ...]:
        """What the motion side may say of its inertia."""
        return tuple(member for member in self.members if member.optional)

    def summary(self) -> str:
        """What it needs, in words: "s, v; f"."""
        sides = ((m.name for m in self.members if m.given == side and not m.optional) for side in ("motion", "force"))
        return "; ".join(map(", ".join, sides))


SYMMETRIC = ("xx", "xy", "xz", "yy", "yz", "zz")
FULL = tuple(a + b for a in XYZ for b in XYZ)
WHEN = Member("t", "s", "time at which the motion is that", optional=True)


def _interface(linear: bool, angular: bool, pieces: tuple[str, ...] = ()) -> tuple[Member, ...]:
    """What the motion side says of its inertia, linear or angular or both."""
    symmetric, full = (SYMMETRIC, FULL) if pieces else ((), ())
    turning = linear and angular
    of = [
        (linear, "a_free", "m/s2", "acceleration without force and moment", pieces),
        (angular, "w_dot_free", "rad/s2", "angular acceleration without force and moment", pieces),
        (linear, "jerk_free", "m/s3", "rate of a_free without force and moment", pieces),
        (angular, "w_ddot_free", "rad/s3", "rate of w_dot_free without force and moment", pieces),
        (linear, "inverse_mass", "1/kg", "acceleration by force", symmetric),
        (angular, "inverse_inertia", "1/kg/m2", "angular acceleration by moment", symmetric),
        (turning, "inverse_coupling", "1/kg/m", "acceleration (row) by moment (column), and angular acceleration (column) by force (row)", FULL),
        (linear, "jerk_by_force", "1/kg/s", "rate of a_free by force", full),
        (turning, "jerk_by_moment", "1/kg/m/s", "rate of a_free by moment", full),
        (turning, "w_ddot_by_force", "1/kg/m/s", "rate of w_dot_free by force", full),
        (angular, "w_ddot_by_moment", "1/kg/m2/s", "rate of w_dot_free by moment", full),
    ]
    return (WHEN, *(Member(name, unit, text, pieces=p, optional=True) for there, name, unit, text, p in of if there))


TRANSLATIONAL = PortKind(
    "translational",
    (
        Member("s", "m", "position along the port"),
        Member("v", "m/s", "its rate"),
        *_interface(linear=True, angular=False),
        Member("f", "N", "force on the motion side, along s", given="force"),
    ),
)
ROTATIONAL = PortKind(
    "rotational",
    (
        Member("phi", "rad", "angle about the port's axis"),
        Member("w", "rad/s", "its rate"),
        *_interface(linear=False, angular=True),
        Member("tau", "N.m", "torque on the motion side, about the same axis", given="force"),
    ),
)
HUB = PortKind(
    "hub",
    (
        Member("pos", "m", "position of the hub, resolved in the world", pieces=XYZ),
        Member("rot", "1", "quaternion that takes vectors of the hub into the world; e0 is the cosine", pieces=("e0", "e1", "e2", "e3")),
        Member("lin_vel", "m/s", "velocity of the hub, resolved in the world", pieces=XYZ),
        Member("ang_vel", "rad/s", "angular velocity of the hub, spin included, resolved in the world", pieces=XYZ),
        *_interface(linear=True, angular=True, pieces=XYZ),
        Member("point", "m", "where the force acts, resolved in the world", given="force", pieces=XYZ),
        Member("force", "N", "force on the motion side, resolved in the world", given="force", pieces=XYZ),
        Member("moment", "N.m", "moment on the motion side about the point, resolved in the world", given="force", pieces=XYZ),
    ),
)
KINDS = (TRANSLATIONAL, ROTATIONAL, HUB)
RESPONSES = frozenset(scalar for kind in KINDS for member in kind.interface if member is not WHEN for scalar in member.scalars)
"""What ports say of how they would answer to forces, such as "inverse_mass.xx"."""
