"""Ports that a block declares: `rod = TranslationalPort()` gives it the inputs and outputs rod.s, rod.v and rod.f."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ...base.errors import MbfmuError
from ..ports import HUB, ROTATIONAL, TRANSLATIONAL, PortKind
from .declarations import Bundle, Declaration, Input, Output


class PortDeclaration(Bundle):
    """A port of a block, which takes the motion and gives the force, or the other way round where it `gives` "motion".

    `descriptions` says what members mean for this block, `start` the values of inputs where nobody sets them. In the block's equations the
    members are called as in `u.rod.s`; outputs are returned under their full names, as {"rod.f": f}.
    """

    kind: ClassVar[PortKind]
    start: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, descriptions: Mapping[str, str] | None = None, start: Mapping[str, Any] | None = None, gives: str = "force"):
        descriptions, start = descriptions or {}, {**type(self).start, **(start or {})}
        needed = [member for member in self.kind.members if not member.optional]
        unknown = [name for name in {**descriptions, **start} if name not in {member.name for member in needed}]
        if unknown:
            raise MbfmuError(f"a {self.kind.name} port has no {', '.join(map(repr, unknown))}: it has {self.kind.summary()}")
        if gives not in ("force", "motion"):
            raise MbfmuError(f'a port gives "force" or "motion", not {gives!r}')
        members: dict[str, Declaration] = {}
        for member in needed:
            about = member.unit, descriptions.get(member.name, member.description)
            output = Output(*about, pieces=member.pieces) if member.given == gives else None
            members[member.name] = output or Input(*about, start=start.get(member.name), pieces=member.pieces)
        self.members, self.gives = members, gives

    def __repr__(self) -> str:
        return f"<{type(self).__name__} that gives {self.gives}>"


class TranslationalPort(PortDeclaration):
    """Position s and its rate v, and the force f on the motion side along s; its power f v flows into the motion side."""

    kind = TRANSLATIONAL


class RotationalPort(PortDeclaration):
    """Angle phi and its rate w, and the torque tau on the motion side about the same axis; its power tau w flows into the motion side."""

    kind = ROTATIONAL


class HubPort(PortDeclaration):
    """The motion of a hub in space, and a force at a point with a moment about it, all resolved in the world.

    `pos`, `lin_vel` and `ang_vel` (3,) are those of the hub, `rot` (4,) its quaternion (e0 = cos, e1, e2, e3) that takes vectors of the hub into the
    world; `force` (3,) acts on the motion side at `point` (3,), with `moment` (3,) about this point. Names as in Project Chrono's vehicles.
    """

    kind = HUB
    start = {"rot": (1.0, 0.0, 0.0, 0.0)}
