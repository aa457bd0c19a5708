"""Shapes, each about its own origin; lengths in m."""

from __future__ import annotations

from dataclasses import dataclass

from .packed import Packed

Numbers = tuple[float, ...]


@dataclass(frozen=True)
class Cuboid:
    """A cuboid with the lengths `size` (3,) along x, y and z."""

    size: Numbers

    @property
    def extent(self) -> float:
        """Its largest length [m]."""
        return max(self.size)

    def scaled(self, factor: float) -> Cuboid:
        """The same, all lengths multiplied by a factor."""
        return Cuboid(tuple(factor * length for length in self.size))


@dataclass(frozen=True)
class Round:
    """A cylinder along z."""

    radius: float
    length: float

    @property
    def extent(self) -> float:
        """Its largest length [m]."""
        return max(2.0 * self.radius, self.length)

    def scaled(self, factor: float) -> Round:
        """The same, all lengths multiplied by a factor."""
        return Round(factor * self.radius, factor * self.length)


@dataclass(frozen=True)
class Ball:
    """A sphere."""

    radius: float

    @property
    def extent(self) -> float:
        """Its diameter [m]."""
        return 2.0 * self.radius

    def scaled(self, factor: float) -> Ball:
        """The same, with its radius multiplied by a factor."""
        return Ball(factor * self.radius)


@dataclass(frozen=True)
class Hull:
    """The convex hull of points, each (3,)."""

    points: tuple[Numbers, ...]


@dataclass(frozen=True)
class Surface:
    """What is in a mesh file (STL, OBJ, GLB or DAE), stretched by the factors `scale` (3,) along x, y and z."""

    file: str
    scale: Numbers = (1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Sheet:
    """A surface over the crossings of lines at x (n,) and y (m,), which ascend; z (n m,) has the heights at the first x, then those at the next."""

    x: Numbers
    y: Numbers
    z: Numbers


@dataclass(frozen=True)
class Press:
    """A solid on the node called `node`, at r (3,), turned by the Euler parameters Q (4,): its underside presses soft ground down."""

    node: str
    solid: Round | Cuboid
    r: Numbers
    Q: Numbers


@dataclass(frozen=True)
class SoftGround:
    """A sheet that yields to `presses` and stays where they pressed it to; z (n m,) are its heights at the start, `height` that of virgin ground."""

    x: Numbers
    y: Numbers
    z: Numbers
    height: float
    presses: tuple[Press, ...]


@dataclass(frozen=True)
class Stripe:
    """A flat, level stripe of a width, its middle along two or more points, each (3,)."""

    points: tuple[Numbers, ...]
    width: float


@dataclass(frozen=True)
class Deformable:
    """A mesh that deforms: its vertices stand at `vertices` (p, 3) + the sum of `modes` (n, p, 3) times n weights, of first order only.

    `triangles` (q, 3) are numbers of vertices, counterclockwise seen from outside. The output called `weights` (n,) holds the weights, which are
    `start` (n,) at first. `stress` (n, p, 6) [Pa] by each mode is in the order xx, yy, zz, xy, yz, zx, along the axes of the shape; None if unknown.
    """

    vertices: tuple[Numbers, ...]
    triangles: tuple[tuple[int, ...], ...]
    modes: Packed
    stress: Packed | None
    weights: str
    start: Numbers


Solid = Cuboid | Round | Ball
Shape = Solid | Hull | Surface | Sheet | SoftGround | Stripe | Deformable
