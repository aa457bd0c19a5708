"""What came of many runs over what they started with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..base.errors import MbfmuError
from .figure import figure_in

if TYPE_CHECKING:
    from pandas import DataFrame

PANEL = (3.0, 2.4)  # inch
ROWS, COLUMNS = 8, 5  # panels, at most
BINS = 20


def plot_study(table: DataFrame, values: Sequence[str], kept: Sequence[str], path: Path, title: str = "") -> None:
    """Draw a row of panels for each of the first eight columns that were `kept`: over each of the first five `values`, and how often it was found.

    Into a .png or .svg. Runs that failed are left out, and so are columns without numbers, and values that are vectors or the same in all runs.
    MbfmuError when there is nothing to draw or the picture cannot be written.
    """
    across = [name for name in values if not table[name].map(np.ndim).any() and table[name].nunique() > 1][:COLUMNS]
    up = [name for name in kept if table[name].dtype.kind in "if" and table[name].notna().any()][:ROWS]
    if not up:
        raise MbfmuError(f"{path}: there are no numbers to draw")
    width, height = PANEL
    with figure_in(path, (width * (len(across) + 1), height * len(up)), title) as figure:
        grid = figure.subplots(len(up), len(across) + 1, squeeze=False, sharey="row")
        for row, name in zip(grid, up):
            found = table[name].to_numpy(float)
            row[0].set_ylabel(name, parse_math=False)
            for axes, value in zip(row, across):
                axes.plot(table[value], found, "o", markersize=3, color="tab:blue", alpha=0.7)
            row[-1].hist(found[np.isfinite(found)], bins=BINS, orientation="horizontal", color="tab:blue", alpha=0.7)
            for axes in row:
                axes.grid(color="0.9", linewidth=0.8)
                axes.spines[["top", "right"]].set_visible(False)
        for axes, label in zip(grid[-1], [*across, "runs"]):
            axes.set_xlabel(label, parse_math=False)
