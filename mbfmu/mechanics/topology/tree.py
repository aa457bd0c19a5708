"""The computed tree: numbered bodies with their lower-body array, ready for recursion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...base.one_line import one_line
from ...model.declare.element import Element
from ...model.declare.frame import Frame
from ...model.elements.joints import Joint, RotorInertia
from ...model.elements.parts import BaseWorld, FlexibleBody, MasslessPoint
from ...model.elements.parts.base import Part
from ...model.elements.parts.flexible_node import FlexibleNode
from ...model.structure.elastic_data import ElasticData
from .cut import Cut
from .lower_bodies import branch


@dataclass(frozen=True)
class Weld:
    """A part fixed on a body: `known` is a frame on a part already placed, `new` the frame of this part that stands there."""

    known: Frame
    new: Frame


@dataclass(frozen=True)
class TreeBody:
    """One body of the tree: the parts that move together behind one joint. Its coordinates and speeds are those of this joint.

    `inboard` and `outboard` are the joint's frames on the lower body and on this body; `kind` supplies motion, subspace
    and bias from inboard to outboard (the joint's type, or Reversed where the tree enters it from frame_b).

    The material of a flexible body is a body with `elastic` data behind a FlexibleBody in the place of a joint: it stands on the node at which it is
    entered. Its other nodes are bodies that stand on it behind FlexibleNodes, moved by its coordinates.
    """

    joint: Any  # Joint | FlexibleBody | FlexibleNode
    kind: Any  # type[Joint] | Reversed | Seat | Entrance: class and object have the same methods
    inboard: Frame
    outboard: Frame
    welds: tuple[Weld, ...]
    elastic: ElasticData | None = None

    @property
    def name(self) -> str:
        """The joint's name in the model."""
        return self.joint.path

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return self.joint.nq

    @property
    def nv(self) -> int:
        """Number of speeds."""
        return self.joint.nv

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """The names of the coordinates in the model, such as "pivot.phi"."""
        return tuple(f"{self.name}.{name}" for name in self.joint.coordinate_names)

    @property
    def speed_names(self) -> tuple[str, ...]:
        """The names of the speeds in the model, such as "pivot.w"."""
        return tuple(f"{self.name}.{name}" for name in self.joint.speed_names)

    @property
    def coordinate_units(self) -> tuple[str, ...]:
        """The SI units of the coordinates."""
        return self.joint.coordinate_units

    @property
    def speed_units(self) -> tuple[str, ...]:
        """The SI units of the speeds."""
        return self.joint.speed_units


@one_line
@dataclass(frozen=True)
class Tree:
    """Bodies 1 ... N with the lower-body array `lower` = L(1) ... L(N) (0 is the world); see Huston & Liu, section 2.

    `bodies[k - 1]` is body k, and every body comes after its lower body. `place` says to which body a part belongs.
    `points` are the massless points held by forces, `cuts` the joints that close loops, `rotors` what turns with
    joints, in the order of declaration.
    """

    world: BaseWorld
    world_welds: tuple[Weld, ...]
    bodies: tuple[TreeBody, ...]
    lower: tuple[int, ...]
    place: dict[Element, int]
    points: tuple[MasslessPoint, ...]
    cuts: tuple[Cut, ...] = ()
    rotors: tuple[RotorInertia, ...] = ()

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return sum(b.nq for b in self.bodies)

    @property
    def nv(self) -> int:
        """Number of speeds."""
        return sum(b.nv for b in self.bodies)

    @property
    def coordinate_names(self) -> tuple[str, ...]:
        """The names of all coordinates, body by body."""
        return tuple(name for b in self.bodies for name in b.coordinate_names)

    @property
    def speed_names(self) -> tuple[str, ...]:
        """The names of all speeds, body by body."""
        return tuple(name for b in self.bodies for name in b.speed_names)

    @property
    def coordinate_units(self) -> tuple[str, ...]:
        """The units of all coordinates, body by body."""
        return tuple(unit for b in self.bodies for unit in b.coordinate_units)

    @property
    def speed_units(self) -> tuple[str, ...]:
        """The units of all speeds, body by body."""
        return tuple(unit for b in self.bodies for unit in b.speed_units)

    def number(self, joint: Joint | FlexibleBody) -> int:
        """Which body (1 ... N) is behind `joint`, or is the material of a flexible body."""
        return self._numbers[joint]

    def elastic_data(self, body: FlexibleBody) -> ElasticData:
        """The data of a flexible body in the modes of its coordinates."""
        data = self.bodies[self.number(body) - 1].elastic
        assert data is not None
        return data

    @cached_property
    def _numbers(self) -> dict[Joint | FlexibleBody, int]:
        return {b.joint: k for k, b in enumerate(self.bodies, 1)}

    def cut_of(self, joint: Joint) -> Cut | None:
        """The cut of a joint that closes a loop; None for a joint of the tree."""
        return self._cuts.get(joint)

    @cached_property
    def _cuts(self) -> dict[Joint, Cut]:
        return {cut.joint: cut for cut in self.cuts}

    def loop(self, cut: Cut) -> tuple[int, ...]:
        """The bodies whose joints form a loop with this one, ascending: the way through the tree from one frame to the other."""
        from_a, from_b = (set(branch(self.lower, self.place[f.part])) for f in (cut.frame_a, cut.frame_b))
        return tuple(sorted(from_a ^ from_b))

    def below(self, frames: Iterable[Frame]) -> int:
        """The body nearest to some frames that does not move on the ways between them: the last one that all branches have in common; the world where
        one of them is on a massless point."""
        first, *others = ([*branch(self.lower, self.place.get(f.part, 0)), 0] for f in frames)
        return next(k for k in first if all(k in other for other in others))

    @cached_property
    def massive(self) -> list[Part]:
        """The rigid parts with mass, those of the world included."""
        return [p for p in self.place if isinstance(p, Part) and not p.massless and not isinstance(p, FlexibleBody)]

    @cached_property
    def movers(self) -> tuple[int, ...]:
        """For each body that whose coordinates move it: itself, or, of a node, the flexible body that it stands on."""
        return tuple(j if isinstance(body.joint, FlexibleNode) else k for k, (body, j) in enumerate(zip(self.bodies, self.lower), 1))

    @cached_property
    def flexible(self) -> tuple[int, ...]:
        """The bodies that are the material of flexible bodies."""
        return tuple(k for k, body in enumerate(self.bodies, 1) if body.elastic is not None)

    def split_q(self, q) -> list:
        """Pieces of a sequence of nq things, one a body."""
        return _split(q, [b.nq for b in self.bodies])

    def split_v(self, v) -> list:
        """Pieces of a sequence of nv things, one a body."""
        return _split(v, [b.nv for b in self.bodies])

    def __str__(self) -> str:
        rows = [f"{'K':>3} {'L(K)':>4}  joint"]
        for k, (body, lower) in enumerate(zip(self.bodies, self.lower), 1):
            parts = ", ".join(p.path for p, at in self.place.items() if at == k)
            rows.append(f"{k:3d} {lower:4d}  {body.name} ({type(body.joint).__name__}): {parts}")
        for cut in self.cuts:
            loop = ", ".join(self.bodies[k - 1].name for k in self.loop(cut))
            rows.append(f"{'':8}  {cut.name} ({type(cut.joint).__name__}) closes the loop of {loop}")
        return "\n".join(rows)


def _split(values, sizes: list[int]) -> list:
    pieces, start = [], 0
    for size in sizes:
        pieces.append(values[start : start + size])
        start += size
    return pieces
