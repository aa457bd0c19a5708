"""What surfaces look like that contacts put on parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch

import numpy as np

from ..base.scalars import Record
from ..base.spatial.placement import compose
from ..base.spatial.rotations import about_x, about_z
from ..model.declare.element import Element
from ..model.declare.frame import Frame
from ..model.elements.element_description import described
from ..model.elements.surfaces import (
    BoxSurface,
    CapsuleSurface,
    CylinderSurface,
    EllipsoidSurface,
    PlaneSurface,
    PolyhedronSurface,
    SphereSurface,
    Surface,
    TorusSurface,
)
from ..model.elements.surfaces.touching import touching
from .colours import ROAD
from .layout import Layout
from .names import ground_name
from .plain_numbers import NO_TURN, figure, numbers
from .scene import Figure, Node
from .shapes import Ball, Cuboid, Hull, Round, Shape
from .start import frame_pose, in_part

Piece = tuple[Shape, np.ndarray, np.ndarray]  # where it is on its surface, and how it is turned
PLATE = 8.0, 0.02  # of the mechanism's size: width and thickness of the plate that stands for a plane
LEVEL = 0.5  # the cosine of the slope up to which a plane is shown
SECTORS = 24  # of a ring
CIRCLES = 9  # of latitude of an ellipsoid, of 2 CIRCLES points each


def surfaces_on(layout: Layout) -> dict[Element, list[tuple[Frame, Surface]]]:
    """The surfaces on each part, each once, with the frame that it is on."""
    found: dict[Element, dict[tuple[Frame, Surface], None]] = {}
    for contact in layout.contacts:
        for frame, surface in ((contact.frame_a, contact.surface_a), (contact.frame_b, contact.surface_b)):
            found.setdefault(frame.part, {})[frame, surface] = None
    return {part: list(surfaces) for part, surfaces in found.items()}


def surface_figures(layout: Layout, surfaces: Iterable[tuple[Frame, Surface]], colour: str) -> Iterator[Figure]:
    """Figures of surfaces on a part, in its axes; ground that bodies do not lie on, such as walls, would hide them."""
    for frame, surface in surfaces:
        if surface.ground and frame_pose(frame, layout.poses)[0][:, 2] @ layout.up < LEVEL:
            continue
        for shape, place, turn in _pieces(surface, layout.size):
            R, r = compose(in_part(frame), (turn, place))
            yield figure(shape, ROAD if surface.ground else colour, r, R, "ground" if surface.ground else "body")


def contact_points(layout: Layout) -> Iterator[Node]:
    """A node without figures where each contact is, at which its forces act."""
    for contact in layout.contacts:
        pose = [Record(R=R, r=r) for R, r in (frame_pose(frame, layout.poses) for frame in contact.frames.values())]
        surfaces = [described(surface, lambda of: Record(of.values | of.tables)) for surface in contact.surroundings.values()]
        middle = np.mean([at.C for at in touching(surfaces[0], surfaces[1], pose[0], pose[1], 0.0)], axis=0)
        yield Node(name=contact.path, figures=(), r=numbers(middle), Q=(0.0, 0.0, 0.0, 1.0), position=ground_name(contact))


@singledispatch
def _pieces(surface: Surface, size: float) -> list[Piece]:
    """The shapes that a surface consists of; none of a road, which is a sheet of the world."""
    return []


def _piece(shape: Shape, place=(0.0, 0.0, 0.0), turn: np.ndarray = NO_TURN) -> Piece:
    return shape, np.asarray(place, dtype=float), turn


@_pieces.register
def _(surface: SphereSurface, size: float) -> list[Piece]:
    return [_piece(Ball(float(surface.values["radius"])))]


@_pieces.register
def _(surface: PlaneSurface, size: float) -> list[Piece]:
    width, thickness = (share * size for share in PLATE)
    return [_piece(Cuboid((width, width, thickness)), (0.0, 0.0, -0.5 * thickness))]


@_pieces.register
def _(surface: BoxSurface, size: float) -> list[Piece]:
    return [_piece(Cuboid(numbers(surface.values["size"])))]


@_pieces.register
def _(surface: CylinderSurface, size: float) -> list[Piece]:
    return [_piece(Round(float(surface.values["radius"]), float(surface.values["length"])))]


@_pieces.register
def _(surface: CapsuleSurface, size: float) -> list[Piece]:
    radius, length = float(surface.values["radius"]), float(surface.values["length"])
    return [_piece(Round(radius, length)), *(_piece(Ball(radius), (0.0, 0.0, z)) for z in (-0.5 * length, 0.5 * length))]


@_pieces.register
def _(surface: TorusSurface, size: float) -> list[Piece]:
    radius, tube = float(surface.values["radius"]), float(surface.values["tube"])
    bar, turns = (
        Round(tube, 2.0 * (radius + tube) * np.tan(np.pi / SECTORS)),
        (about_z(angle) for angle in 2.0 * np.pi / SECTORS * np.arange(SECTORS)),
    )
    return [_piece(bar, turn @ [radius, 0.0, 0.0], turn @ about_x(np.pi / 2)) for turn in turns]


@_pieces.register
def _(surface: EllipsoidSurface, size: float) -> list[Piece]:
    latitudes, longitudes = np.linspace(0.0, np.pi, CIRCLES), np.linspace(0.0, 2.0 * np.pi, 2 * CIRCLES, endpoint=False)
    points = {numbers(surface.values["semi_axes"] * [np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)]) for a in latitudes for b in longitudes}
    return [_piece(Hull(tuple(sorted(points))))]


@_pieces.register
def _(surface: PolyhedronSurface, size: float) -> list[Piece]:
    return [_piece(Hull(tuple(map(numbers, surface.values["vertices"]))))]
