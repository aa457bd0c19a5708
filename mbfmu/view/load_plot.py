"""What forces and joints carry in equilibrium, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..analysis.instant.equilibrium import Load
from ..base.errors import MbfmuError
from .figure import figure_in

WIDTH = 8.0  # of the figure [inch]
NOTHING = 1e-12  # of the largest load of a unit: smaller ones are roundoff
BAR = 0.25  # of the figure's height that a bar takes [inch]; an axes takes three more


def plot_loads(loads: Mapping[str, Load], path: Path, title: str = "") -> None:
    """Draw loads as bars, with one axes for each unit, into `path`, a .png or .svg: numbers with their sign, vectors by their magnitude.

    Grey bars are loads that are not unique because of redundant constraints. Raises MbfmuError if there are no loads, or if the picture cannot be
    written.
    """
    if not loads:
        raise MbfmuError(f"{path}: nothing carries a load, so there is nothing to draw")
    units = list(dict.fromkeys(load.unit for load in loads.values()))
    groups = [{name: load for name, load in loads.items() if load.unit == unit} for unit in units]
    heights = [BAR * (len(group) + 3) for group in groups]
    with figure_in(path, (WIDTH, sum(heights) + 0.8), title) as figure:
        for axes, unit, group in zip(figure.subplots(len(units), 1, squeeze=False, height_ratios=heights)[:, 0], units, groups):
            sizes = np.array([np.linalg.norm(one.value) if np.ndim(one.value) else one.value for one in group.values()])
            shown = np.where(np.abs(sizes) > NOTHING * np.abs(sizes).max(), sizes, 0.0)
            bars = axes.barh(range(len(group)), shown, color=["tab:blue" if one.unique else "0.7" for one in group.values()])
            axes.bar_label(bars, fmt="{:.5g}", padding=3, fontsize="small")
            axes.set_yticks(range(len(group)), list(group), parse_math=False)
            axes.invert_yaxis()
            axes.margins(x=0.15)
            axes.axvline(0.0, color="0.6", linewidth=0.8)
            axes.set_xlabel(f"load in {unit}")
            axes.spines[["top", "right"]].set_visible(False)
