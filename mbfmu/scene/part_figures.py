"""What parts look like that have no visual: links between the points where they are held, and the body that their inertia means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..base.spatial.rotations import axes_along
from ..model.elements.parts import BaseWorld, Body
from ..model.elements.parts.base import Part
from .colours import CENTRE, TYRE, faint
from .inertia_figure import inertia_figure, isotropic
from .plain_numbers import figure, numbers
from .scene import Figure
from .shapes import Ball, Cuboid, Hull, Round, Solid
from .uses import Use

CORNERS = 20  # of what shall be round
PARALLEL = 1e-6  # the sine of the angle between axes that count as parallel
LARGEST = 0.6  # of the mechanism's size: an inertia whose figure would be larger is drawn so large, it is hardly meant
LARGEST_LUMP = 0.25  # the same, of a body without moments of inertia
COMPACT = 1.6  # times the largest distance between its links: a body of inertia so large stands for itself
SLENDER = 6.0  # radii long: a cylinder that is drawn as a link
DENSITY = 7800.0  # kg/m3, steel, for the size of a body without moments of inertia


@dataclass(frozen=True)
class Style:
    """How a part's links are drawn: `t` [m] thick, in a colour; as `plain` bars where parts are too many to look at each."""

    t: float
    colour: str
    plain: bool


def part_figures(part: Part, use: Use, size: float, style: Style, down: np.ndarray) -> tuple[Figure, ...]:
    """The figures of a part in a mechanism of some size [m]; `down` (3,) points along gravity."""
    if isinstance(part, BaseWorld):
        return tuple(figure(_support(point, down, style.t), style.colour) for point in use.points)
    if not isinstance(part, Body):
        return tuple(_links(use, np.mean(use.points, axis=0), style)) if len(use.points) > 1 else ()
    return _linked(part, use, size, style) if len(use.points) > 1 else _single(part, use, size, style)


def _linked(body: Body, use: Use, size: float, style: Style) -> tuple[Figure, ...]:
    """A link with its centre of mass, and faintly around it what its inertia means; a body much larger than its links stands for itself."""
    centre = body.values["r_CM"]
    reach = max(np.linalg.norm(a - b) for a, b in combinations([*use.points, centre], 2))
    found = None if isotropic(body) else inertia_figure(body)
    if found and found[0].extent > COMPACT * reach:
        return _single(body, use, size, style)
    around = (figure(found[0], faint(style.colour), found[1], found[2]),) if found else ()
    return *_links(use, centre, style), figure(Ball(0.4 * style.t), CENTRE, centre), *around


def _single(body: Body, use: Use, size: float, style: Style) -> tuple[Figure, ...]:
    """What the inertia means, and bars to it from where the body is held."""
    centre = body.values["r_CM"]
    found, t = inertia_figure(body), style.t
    shape, r, R = found or (lump(float(body.values["m"]), t), centre, np.eye(3))
    shape = shape.scaled(min(1.0, (LARGEST if found else LARGEST_LUMP) * size / shape.extent))
    held = [_link(Use([point, centre]), style, 0.6) for point in use.points if np.linalg.norm(centre - point) > t]
    if isinstance(shape, Round) and shape.length > SLENDER * shape.radius:
        end = 0.5 * shape.length * R[:, 2]
        return *held, _link(Use([centre - end, centre + end], use.axes), style), figure(Ball(0.4 * t), CENTRE, centre)
    return (*held, *turning(shape, style.colour, r, R))


def turning(shape: Solid, colour: str, r: np.ndarray, R: np.ndarray) -> tuple[Figure, ...]:
    """A figure; a wheel is dark and has a bar across it, so that one sees it turn."""
    if not isinstance(shape, Round) or shape.length > shape.radius:
        return (figure(shape, colour, r, R),)
    across = Cuboid((1.5 * shape.radius, 0.16 * shape.radius, 1.02 * shape.length + 0.02 * shape.radius))
    return figure(shape, TYRE, r, R), figure(across, colour, r, R)


def lump(m: float, t: float) -> Ball:
    """A ball of steel of the mass m [kg], not too small to be seen beside links of the thickness t [m]."""
    return Ball(max((0.75 * m / np.pi / DENSITY) ** (1 / 3), 1.2 * t))


def _links(use: Use, centre: np.ndarray, style: Style) -> Iterator[Figure]:
    """One link with all its eyes where its joints turn about parallel axes; else bars from the centre of mass."""
    if len(use.points) == 2:
        yield _link(use, style)
        a, b = use.points
        foot = a + np.clip((centre - a) @ (b - a) / ((b - a) @ (b - a)), 0.0, 1.0) * (b - a)
        if np.linalg.norm(centre - foot) > style.t:
            yield _link(Use([foot, centre]), style, 0.4)
    elif _flat(use):
        yield _link(use, style)
    else:
        yield from (_link(Use([point, centre]), style) for point in use.points)


def _flat(use: Use) -> bool:
    """Whether it has axes, and all are parallel."""
    return bool(use.axes) and all(np.linalg.norm(np.cross(use.axes[0], axis)) < PARALLEL for axis in use.axes)


def _link(use: Use, style: Style, thin: float = 1.0) -> Figure:
    """A link with an eye at each point, `thin` times as thick as others: flat where all axes are parallel, else round."""
    t = thin * style.t
    if style.plain and len(use.points) == 2:
        return _bar(use.points, t, style.colour)
    eye = _disk(use.axes[0], 0.5 * t, 0.6 * t) if _flat(use) else _ball(0.5 * t)
    digits = int(np.ceil(-np.log10(t))) + 4  # what is finer is not seen, and files are shorter
    corners = np.round(np.vstack([point + eye for point in use.points]), digits)
    return figure(Hull(tuple(map(tuple, corners.tolist()))), style.colour)


def _bar(ends: list[np.ndarray], t: float, colour: str) -> Figure:
    """A cylinder between two points (3,)."""
    a, b = ends
    return figure(Round(0.5 * t, float(np.linalg.norm(b - a))), colour, (a + b) / 2, axes_along(b - a))


def _support(point: np.ndarray, down: np.ndarray, t: float) -> Hull:
    """The support of what is held at a point of the world: it widens downwards."""
    top, foot = _disk(down, 0.5 * t, 0.4 * t) + point, _disk(down, 1.6 * t, 0.3 * t) + point + 2.0 * t * down
    return Hull(tuple(map(numbers, [*top, *foot])))


def _disk(axis: np.ndarray, radius: float, length: float) -> np.ndarray:
    """Corners (n, 3) of a disk about an axis."""
    angles = np.linspace(0.0, 2.0 * np.pi, CORNERS, endpoint=False)
    ring = np.column_stack([radius * np.cos(angles), radius * np.sin(angles)])
    both = np.vstack([np.column_stack([ring, np.full(CORNERS, z)]) for z in (-length / 2, length / 2)])
    return both @ axes_along(axis).T


def _ball(radius: float) -> np.ndarray:
    """Points (n, 3) spread evenly over a sphere, along a spiral."""
    n = 3 * CORNERS
    z = 1.0 - (2.0 * np.arange(n) + 1.0) / n
    turn = np.arange(n) * np.pi * (3.0 - 5.0**0.5)
    level = np.sqrt(1.0 - z**2)
    return radius * np.column_stack([level * np.cos(turn), level * np.sin(turn), z])
