"""Roads in files of OpenCRG, .crg."""

from __future__ import annotations

from numbers import Real
from pathlib import Path

import numpy as np

from ....base.errors import MbfmuError
from ....base.files.given_path import given_path
from ...declare.lookup_table import LookupTable
from ...declare.place_in_code import folder_of_caller

LARGEST = 4_000_000  # points of a map: 32 MB of numbers


def read_crg(file: str | Path, spacing: float | None = None, smooth: bool = True) -> LookupTable:
    """The heights in a file of OpenCRG over x and y of the world, for `HeightMapRoad(heights=read_crg("road.crg"))`.

    They are taken at the points of a rectangular grid around the road with the `spacing` [m], by default the distance of points along the road in the
    file; beside the road and at its ends its border holds. A relative path is looked for in the folder of the file that calls. Needs the package
    PyOpenCRG, which the extra mbfmu[roads] brings. Raises MbfmuError where the file cannot be read or the map would be larger than 4 million points.
    """
    try:
        import pyopencrg
    except ImportError:
        raise MbfmuError('read_crg needs the package PyOpenCRG: pip install "mbfmu[roads]"') from None
    path = folder_of_caller() / given_path(file)
    try:
        road = pyopencrg.CrgRoad.read(path, apply_mods=True)
    except Exception as error:  # whatever the package raises for a file of anybody
        raise MbfmuError(f"{path} cannot be read as OpenCRG: {error}") from error
    drawn_x, drawn_y = (np.asarray(at, dtype=float) for at in road.grid_xy()[:2])
    step = float(road.u_inc) if spacing is None else spacing
    if not (isinstance(step, Real) and 0.0 < step < np.inf):
        raise MbfmuError(f"spacing = {step} m of the map of {path} must be > 0 m")
    points = _points(drawn_x, step) * _points(drawn_y, step)
    if points > LARGEST:
        raise MbfmuError(f"a map of {path} with a spacing of {step:g} m has {points:.3g} points, and {LARGEST} may be: give a larger spacing")
    axes = [np.linspace(np.nanmin(at), np.nanmax(at), int(_points(at, step))) for at in (drawn_x, drawn_y)]
    x, y = np.meshgrid(*axes, indexing="ij")
    u, v = road.xy_to_uv(x, y)
    z = road.uv_to_z(np.clip(u, road.u_start, road.u_end), np.clip(v, road.v_min, road.v_max))
    return LookupTable(*axes, np.nan_to_num(z), units=("m", "m", "m"), smooth=smooth)


def _points(at: np.ndarray, step: float) -> float:
    """How many points there are from the smallest of some numbers to the largest, at most a step apart; a float, which has no largest."""
    return max(2.0, float(np.ceil(np.ptp(at[np.isfinite(at)]) / step - 1e-9)) + 1.0)
