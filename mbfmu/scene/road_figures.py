"""What uneven roads look like: a sheet of their heights where the tires start and ahead of them, or of all that a map holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

import numpy as np

from ..elements.described import described
from ..elements.roads import BumpRoad, FootprintRoad, HeightMapRoad, InclinedRoad, Road, SineSweepRoad, WashboardRoad
from ..elements.tires import Tire
from ..scalars import Record
from .colours import ROAD
from .layout import Layout
from .placed import figure, numbers
from .scene import Figure
from .shapes import Sheet
from .start import frame_pose

AHEAD, BEHIND, BESIDE = 100.0, 5.0, 1.0  # m: so far from where the tires start roads without an end are drawn
STEP = 0.25  # m: from one height to the next, where a road does not say better
WAVE = 12  # heights to a wave
RAMP = np.linspace(-0.5, 0.5, 9)  # of the length of an edge
MOST = (800, 40)  # heights along x and along y
DIGITS = 4  # of heights in m: what is finer is not seen, and files are shorter


def road_figures(layout: Layout) -> Iterator[Figure]:
    """A sheet for each road under tires that is not level, in the axes of the world."""
    under: dict[Road, list[np.ndarray]] = {}
    for tire in layout.model.of_type(Tire):
        under.setdefault(_ground(tire.road), []).append(frame_pose(tire.wheel, layout.poses)[1])
    for road, wheels in under.items():
        low, high = np.min(wheels, axis=0), np.max(wheels, axis=0)
        x, y = lines(road, (low[0] - BEHIND, high[0] + AHEAD), (low[1] - BESIDE, high[1] + BESIDE))
        if found := _sheet(road, x, y):
            yield figure(found, ROAD, layer="ground")


def _ground(road: Road) -> Road:
    """The road itself, where another one says how tires feel it."""
    return road.road if isinstance(road, FootprintRoad) else road


def _sheet(road: Road, x: np.ndarray, y: np.ndarray) -> Sheet | None:
    """The heights at the crossings of lines; None where the road is level, or its height is no number."""
    p = described(road, lambda of: Record(of.values | of.tables))
    z = np.array([[p.kind.height(p, at_x, at_y, 0.0) for at_y in y] for at_x in x], dtype=float)
    if not np.all(np.isfinite(z)) or np.ptp(z) == 0.0:
        return None
    rows, columns = _bends(x, z), _bends(y, z.T)
    return Sheet(*(numbers(np.round(values, DIGITS)) for values in (x[rows], y[columns], z[np.ix_(rows, columns)])))


def _bends(at: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Which lines are needed: the first, the last, and those at which the slope changes."""
    slopes = np.diff(z, axis=0) / np.diff(at)[:, np.newaxis]
    bent = np.any(abs(np.diff(slopes, axis=0)) > 10.0**-DIGITS, axis=1)
    return np.flatnonzero([True, *bent, True])


@singledispatch
def lines(road: Road, along: tuple[float, float], across: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Where along x and along y [m] heights show a road between these limits, which a road may move."""
    return _each(STEP, *along, MOST[0]), _each(STEP, *across, MOST[1])


@lines.register
def _(road: InclinedRoad, along: tuple[float, float], across: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(along), np.array(across)


@lines.register
def _(road: BumpRoad, along: tuple[float, float], across: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    first, edge = float(road.values["start"]), float(road.values["edge"])
    ends = [first, first + float(road.values["length"])]
    ramps = [middle + edge * RAMP for middle in ends if np.isfinite(middle)]
    return _with(np.concatenate(ramps), *along), np.array(across)


@lines.register
def _(road: WashboardRoad, along: tuple[float, float], across: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    first, step = float(road.values["start"]), float(road.values["wavelength"]) / WAVE
    waves = np.arange(first, max(first, along[1]) + step, step)[: MOST[0]]
    return _with(waves, min(along[0], first), waves[-1]), _each(STEP, *across, MOST[1])


@lines.register
def _(road: SineSweepRoad, along: tuple[float, float], across: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    first, length = float(road.values["start"]), float(road.values["length"])
    longest, shortest = (float(road.values[f"wavelength_{end}"]) for end in ("start", "end"))
    last = first + length + longest
    return _with(_each(min(longest, shortest) / WAVE, first, last, MOST[0]), *along), np.array(across)


@lines.register
def _(road: HeightMapRoad, along: tuple[float, float], across: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    x, y = (axis[:: -(-axis.size // most)] for axis, most in zip(road.heights.axes, MOST))
    return x, y


def _each(step: float, low: float, high: float, most: int) -> np.ndarray:
    """Places from low to high, a step apart, or as near as there may be."""
    return np.linspace(low, high, int(np.clip(np.ceil((high - low) / step) + 1, 2, most)))


def _with(places: np.ndarray, low: float, high: float) -> np.ndarray:
    """Places together with two limits, where these lie outside, in order."""
    return np.unique(np.concatenate([places, [min(low, places.min()), max(high, places.max())]]))
