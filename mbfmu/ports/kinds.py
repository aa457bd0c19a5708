"""The kinds of ports: which variables they bundle, and which side gives them."""

from __future__ import annotations

from dataclasses import dataclass

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

    @property
    def scalars(self) -> tuple[str, ...]:
        """The names of its numbers within the port."""
        return tuple(f"{self.name}.{piece}" for piece in self.pieces) or (self.name,)


@dataclass(frozen=True)
class PortKind:
    """A kind of port. The force is that on the motion side; its power with the velocity flows into the motion side."""

    name: str
    members: tuple[Member, ...]

    @property
    def needed(self) -> frozenset[str]:
        """The scalars that make a port of this kind."""
        return frozenset(scalar for member in self.members if not member.optional for scalar in member.scalars)

    @property
    def optional(self) -> frozenset[str]:
        """The scalars that it may have besides."""
        return frozenset(scalar for member in self.members if member.optional for scalar in member.scalars)

    def summary(self) -> str:
        """What it needs, in words: "s, v; f"."""
        sides = ((m.name for m in self.members if m.given == side and not m.optional) for side in ("motion", "force"))
        return "; ".join(map(", ".join, sides))


TRANSLATIONAL = PortKind(
    "translational",
    (
        Member("s", "m", "position along the port"),
        Member("v", "m/s", "its rate"),
        Member("a", "m/s2", "acceleration along the port", optional=True),
        Member("f", "N", "force on the motion side, along s", given="force"),
    ),
)
ROTATIONAL = PortKind(
    "rotational",
    (
        Member("phi", "rad", "angle about the port's axis"),
        Member("w", "rad/s", "its rate"),
        Member("w_dot", "rad/s2", "angular acceleration about the port's axis", optional=True),
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
        Member("point", "m", "where the force acts, resolved in the world", given="force", pieces=XYZ),
        Member("force", "N", "force on the motion side, resolved in the world", given="force", pieces=XYZ),
        Member("moment", "N.m", "moment on the motion side about the point, resolved in the world", given="force", pieces=XYZ),
    ),
)
KINDS = (TRANSLATIONAL, ROTATIONAL, HUB)
