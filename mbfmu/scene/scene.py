"""The Scene: all there is to see of a mechanism, in the words of no viewer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..base.one_line import one_line
from .shapes import Deformable, Numbers, Shape

if TYPE_CHECKING:
    from ..base.scalars import Record  # not at run time: whoever reads a Scene does not wait for casadi

LAYERS = ("body", "joint", "frame", "ground", "marking")  # what figures show; frames can be hidden, and no camera is aimed at the last two
LINES = ("cylinder", "spring", "rod", "rail", "gap")
MANY = 300  # parts: nobody tells more of them apart


@one_line
@dataclass(frozen=True)
class Figure:
    """A shape on a node: at r (3,) [m], turned by the Euler parameters Q (4,) = (e1, e2, e3, cos), both against the node.

    `colour` is #rrggbbaa, or "" for the colours in a mesh file; `layer` is one of LAYERS.
    """

    shape: Shape
    colour: str
    r: Numbers = (0.0, 0.0, 0.0)
    Q: Numbers = (0.0, 0.0, 0.0, 1.0)
    layer: str = "body"


@one_line
@dataclass(frozen=True)
class Node:
    """A part with its figures.

    `r` (3,) [m] and `Q` (4,) say where it is at the start, in the axes of the world. While it moves, the output called `position` (3,)
    says its place and the one called `orientation` (4,) its Euler parameters; the numbers of these outputs are called `position[1]`,
    `orientation[1]` and so on. One without these names stands still, or only does not turn. Figures that deform name an output of their own.
    """

    name: str
    figures: tuple[Figure, ...]
    r: Numbers
    Q: Numbers
    position: str = ""
    orientation: str = ""

    @property
    def deformables(self) -> tuple[Deformable, ...]:
        """The shapes on it that deform."""
        return tuple(figure.shape for figure in self.figures if isinstance(figure.shape, Deformable))


@one_line
@dataclass(frozen=True)
class Point:
    """A point fixed to a node, r (3,) [m] from it in its axes."""

    node: str
    r: Numbers


@one_line
@dataclass(frozen=True)
class Line:
    """Something drawn between two points wherever they go: a cylinder with its rod, a coil spring, a rod, a rail, or the gap between what should
    meet."""

    name: str
    kind: str
    a: Point
    b: Point
    radius: float
    colour: str


@one_line
@dataclass(frozen=True)
class Arrow:
    """A force at a point; the output called `force` (3,) [N] holds it, resolved in the world."""

    name: str
    at: Point
    force: str


@one_line
@dataclass(frozen=True)
class Label:
    """A name beside a point: of a "body" or a "joint"."""

    text: str
    at: Point
    layer: str


@dataclass(frozen=True)
class Terrain:
    """A road that is known wherever wheels go: the node on which it is drawn, its parameters with its class as `kind`, and points of its wheels."""

    node: str
    road: Record
    wheels: tuple[Point, ...]


@one_line
@dataclass(frozen=True)
class Scene:
    """Everything to see of a mechanism, or of several in one world.

    `up` (3,) points against gravity; `gravity` says whether there is any. `size` [m] is about the extent of the mechanism at the start, and
    `towards` (3,) the direction from its middle to where one looks from at first. Where a mechanism is far from the origin of the world, as a
    spacecraft is, all positions are shown from the node called `origin`, as if that did not move but only turn. The sheets on its nodes are roads,
    and show as much as the start lets one expect. Where it was built of a model, `terrains` know more, for `roads_along`; no file holds them.
    """

    name: str
    up: Numbers
    gravity: bool
    size: float
    towards: Numbers
    nodes: tuple[Node, ...]
    lines: tuple[Line, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    labels: tuple[Label, ...] = ()
    origin: str = ""
    terrains: tuple[Terrain, ...] = field(default=(), compare=False, repr=False)
