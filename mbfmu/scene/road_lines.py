"""Where roads need heights to look like themselves, by their class."""

from __future__ import annotations

from functools import singledispatch

import numpy as np

from ..base.scalars import Record
from ..model.elements.roads import BumpRoad, FlatRoad, HeightMapRoad, InclinedRoad, Road, SineSweepRoad, WashboardRoad

Limits = tuple[float, float]
STEP = 0.25  # m: from one height to the next, where a road does not say better
WAVE = 12  # heights to a wave
RAMP = np.linspace(-0.5, 0.5, 9)  # of the length of an edge
MOST = 32_000  # heights of a road: longer ones have fewer to a meter


def lines(road: Record, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    """Where along x and along y [m] heights show a road between these limits; a road with something to see elsewhere moves them.

    `road` is a Record of the road's parameters, with its class as `kind`.
    """
    return _lines.dispatch(road.kind)(road, along, across)


@singledispatch
def _lines(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    raise TypeError(f"{road!r} is no road")


@_lines.register(Road)
def _(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    step = max(STEP, ((along[1] - along[0]) * (across[1] - across[0]) / MOST) ** 0.5)
    return _each(step, *along), _each(step, *across)


@_lines.register(FlatRoad)
@_lines.register(InclinedRoad)
def _(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    return np.array(along), np.array(across)


@_lines.register(BumpRoad)
def _(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    ends = [road.start, road.start + road.length]
    ramps = [middle + road.edge * RAMP for middle in ends if np.isfinite(middle)]
    return _with(np.concatenate(ramps), *along), np.array(across)


@_lines.register(WashboardRoad)
def _(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    y = _each(STEP, *across) if road.lag else np.array(across)
    step = road.wavelength / WAVE
    first = road.start + step * np.floor(max(along[0] - road.start, 0.0) / step)
    count = int(min(np.ceil(max(along[1] - first, 0.0) / step) + 1, MOST // len(y)))
    return _with(first + step * np.arange(count), *along), y


@_lines.register(SineSweepRoad)
def _(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    shortest, last = min(road.wavelength_start, road.wavelength_end), road.start + road.length + road.wavelength_start
    step = max(shortest / WAVE, (last - road.start) * len(across) / MOST)
    return _with(_each(step, road.start, last), *along), np.array(across)


@_lines.register(HeightMapRoad)
def _(road, along: Limits, across: Limits) -> tuple[np.ndarray, np.ndarray]:
    """Those of the map as a whole."""
    axes = road.heights.axes
    every = max(1.0, (axes[0].size * axes[1].size / MOST) ** 0.5)
    x, y = (axis[np.linspace(0, axis.size - 1, max(2, int(axis.size / every))).round().astype(int)] for axis in axes)
    return x, y


def _each(step: float, low: float, high: float) -> np.ndarray:
    """Places from low to high, a step apart."""
    return np.linspace(low, high, max(2, int(np.ceil((high - low) / step)) + 1))


def _with(places: np.ndarray, low: float, high: float) -> np.ndarray:
    """Places together with two limits, where these lie outside, in order."""
    return np.unique(np.concatenate([places, [min(low, places.min()), max(high, places.max())]]))
