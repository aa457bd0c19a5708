"""What roads look like: a sheet of their heights as far as wheels come, and a plate under each tire where they move with time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..base.scalars import Record
from ..model.declare.dry_run import DryRun, symbols
from ..model.declare.frame import Frame
from ..model.elements.element_description import described
from ..model.elements.motion_symbols import depends
from ..model.elements.roads import FootprintRoad, Road
from ..model.elements.surfaces import RoadSurface
from ..model.elements.tires import Tire
from .colours import ROAD
from .layout import Layout
from .names import ground_name
from .plain_numbers import figure, numbers
from .road_lines import lines
from .scene import Figure, Node, Point, Scene, Terrain
from .shapes import Cuboid, Sheet
from .start import frame_pose, in_part, start_poses
from .wheel_figures import rolling

Places = Callable[[str, Point], np.ndarray]  # where a point comes (n, 3) [m] in the axes of a node
AHEAD = 100.0  # m: at least so far from where the tires start a road is drawn before it is known how far they come
AROUND, BESIDE = 5.0, 1.0  # m: so much further along x and along y
SOON = 1e-6  # s: over which start speeds are measured
PLATE = 1.6, 1.2, 0.1  # of the radius of a wheel: the lengths of the plate under its tire
SMALL = 0.1  # of the mechanism's size: the radius of a wheel that does not say it
DIGITS = 4  # of heights in m: what is finer is not seen, and files are shorter


def terrains(layout: Layout) -> tuple[Terrain, ...]:
    """The roads under tires and other bodies that stand still, each with what is on it."""
    on: dict[Road, list[Point]] = {}
    for road, frame in _on_roads(layout):
        if _stands(road):
            on.setdefault(road, []).append(Point(frame.part.path, numbers(in_part(frame)[1])))
    return tuple(Terrain(layout.world.path, _parameters(road), tuple(wheels)) for road, wheels in on.items())


def start_reach(layout: Layout) -> Places:
    """Where points come in the world as far as the start says: straight on at its start speed until the stop time, and ahead."""
    soon = start_poses(layout.tree, SOON)
    parts = {part.path: part for part in layout.poses}

    def places(world: str, point: Point) -> np.ndarray:
        first, then = (R @ np.array(point.r) + r for R, r in (poses[parts[point.node]] for poses in (layout.poses, soon)))
        return np.array([first, first + [AHEAD, 0.0, 0.0], first + (then - first) / SOON * layout.model.stop_time])

    return places


def roads_along(scene: Scene, places: Places) -> Scene:
    """The Scene with its roads drawn where wheels come.

    The roads that it has are kept where nothing is known of them, as in Scenes that were read from a file.
    """
    sheets: dict[str, list[Figure]] = {terrain.node: [] for terrain in scene.terrains}
    for terrain in scene.terrains:
        if found := _sheet(terrain.road, np.concatenate([places(terrain.node, wheel) for wheel in terrain.wheels])):
            sheets[terrain.node].append(figure(found, ROAD, layer="ground"))
    nodes = (replace(n, figures=(*_other(n), *sheets[n.name])) if n.name in sheets else n for n in scene.nodes)
    return replace(scene, nodes=tuple(nodes))


def plates(layout: Layout) -> Iterator[Node]:
    """A plate that carries each tire on a road that moves with time, from below."""
    for tire in layout.model.of_type(Tire):
        if _moves(road := _ground(tire.road)):
            rolled, at = rolling(tire), frame_pose(tire.wheel, layout.poses)[1]
            size = np.array(PLATE) * (rolled[1].extent / 2.0 if rolled else SMALL * layout.size)
            plate = figure(Cuboid(numbers(size)), ROAD, [0.0, 0.0, -size[2] / 2.0], layer="ground")
            p = _parameters(road)
            start = [at[0], at[1], float(p.kind.height(p, at[0], at[1], 0.0))]
            yield Node(name=tire.path, figures=(plate,), r=numbers(start), Q=(0.0, 0.0, 0.0, 1.0), position=ground_name(tire))


def _other(node: Node) -> Iterator[Figure]:
    """All figures of a node but roads."""
    return (one for one in node.figures if not isinstance(one.shape, Sheet))


def _on_roads(layout: Layout) -> Iterator[tuple[Road, Frame]]:
    """The roads whose axes are those of the world, with a frame of what touches them."""
    for tire in layout.model.of_type(Tire):
        yield _ground(tire.road), tire.wheel
    for contact in layout.contacts:
        sides = (contact.surface_a, contact.frame_a), (contact.surface_b, contact.frame_b)
        for (surface, under), (_, above) in (sides, sides[::-1]):
            if isinstance(surface, RoadSurface) and under.part is layout.world and np.allclose(np.column_stack(in_part(under)), np.eye(3, 4)):
                yield surface.road, above


def _ground(road: Road) -> Road:
    """The road itself, where another one says how tires feel it."""
    return road.road if isinstance(road, FootprintRoad) else road


def _parameters(road: Road) -> Record:
    return described(road, lambda of: Record(of.values | of.tables))


def _stands(road: Road) -> bool:
    """Whether it has a height that does not change with time."""
    z, t = _traced_height(road)
    return z is not None and not depends(z, [t])


def _moves(road: Road) -> bool:
    """Whether its height changes with time."""
    z, t = _traced_height(road)
    return depends(z, [t])


def _traced_height(road: Road) -> tuple[Any, Any]:
    """The height in terms of a symbol of time, and this symbol; no height where it has none, which compilation refuses."""
    x, y, t = (symbols(()) for _ in range(3))
    return DryRun(road).tried("height", {"p": _parameters(road), "x": x, "y": y, "t": t}, lambda z: z), t.sx


def _sheet(road: Record, places: np.ndarray) -> Sheet | None:
    """The heights about places (n, 3); None where the road is the plane z = 0, or its height is no number."""
    margin = np.array([AROUND, BESIDE])
    low, high = places[:, :2].min(axis=0) - margin, places[:, :2].max(axis=0) + margin
    x, y = lines(road, (low[0], high[0]), (low[1], high[1]))
    z = np.array([[road.kind.height(road, at_x, at_y, 0.0) for at_y in y] for at_x in x], dtype=float)
    if not np.all(np.isfinite(z)) or not np.any(z):
        return None
    rows, columns = _bends(x, z), _bends(y, z.T)
    return Sheet(*(numbers(np.round(values, DIGITS)) for values in (x[rows], y[columns], z[np.ix_(rows, columns)])))


def _bends(at: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Which lines are needed: the first, the last, and those at which the slope changes."""
    slopes = np.diff(z, axis=0) / np.diff(at)[:, np.newaxis]
    bent = np.any(abs(np.diff(slopes, axis=0)) > 10.0**-DIGITS, axis=1)
    return np.flatnonzero([True, *bent, True])
