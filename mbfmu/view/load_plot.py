"""What forces and joints carry in equilibrium, as bars."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from matplotlib.patches import Patch

from ..analysis.instant.equilibrium import Load, without_roundoff
from ..base.errors import MbfmuError
from .figure import figure_in

WIDTH = 8.0  # of the figure [inch]
BAR = 0.25  # of the figure's height that a bar takes [inch]; an axes takes three more
DETERMINATE, OPEN = "tab:blue", "0.7"  # colours


def plot_loads(loads: Mapping[str, Load], path: Path, title: str = "") -> None:
    """Draw loads as bars, with one axes for each unit, into `path`, a .png or .svg: numbers with their sign, vectors by their magnitude.

    Grey bars are components that are not unique because of redundant constraints. A vector with unique and other components has a bar for each kind
    that is not zero. Raises MbfmuError if there are no loads, or if the picture cannot be written.
    """
    if not loads:
        raise MbfmuError(f"{path}: nothing carries a load, so there is nothing to draw")
    loads = without_roundoff(loads)
    loaded = [load for load in loads.values() if np.any(load.value)] or list(loads.values())
    units = list(dict.fromkeys(load.unit for load in loaded))
    groups = [_bars({name: load for name, load in loads.items() if load.unit == unit}) for unit in units]
    heights = [BAR * (len(group) + 3) for group in groups]
    with figure_in(path, (WIDTH, sum(heights) + 0.8), title) as figure:
        for axes, unit, group in zip(figure.subplots(len(units), 1, squeeze=False, height_ratios=heights)[:, 0], units, groups):
            sizes, colours = zip(*group.values())
            bars = axes.barh(range(len(group)), sizes, color=colours)
            axes.bar_label(bars, fmt="{:.5g}", padding=3, fontsize="small")
            axes.set_yticks(range(len(group)), list(group), parse_math=False)
            axes.invert_yaxis()
            axes.margins(x=0.15)
            axes.axvline(0.0, color="0.6", linewidth=0.8)
            axes.set_xlabel(f"load in {unit}")
            axes.spines[["top", "right"]].set_visible(False)
        if any(colour == OPEN for group in groups for _, colour in group.values()):
            figure.legend(handles=[Patch(color=OPEN, label="one possible sharing: redundant constraints leave it open")], loc="outside lower center")


def _bars(loads: Mapping[str, Load]) -> dict[str, tuple[float, str]]:
    """The length and the colour of each bar by its name, such as pin.f, or pin.f[1, 3] and pin.f[2]."""
    bars = {}
    for name, load in loads.items():
        value, unique = np.ravel(load.value), np.array(load.unique)
        loaded = [(kind, colour) for kind, colour in ((unique, DETERMINATE), (~unique, OPEN)) if value[kind].any()]
        for kind, colour in loaded or [(unique | ~unique, DETERMINATE if unique.all() else OPEN)]:
            components = "" if kind.all() else f"[{', '.join(map(str, 1 + np.flatnonzero(kind)))}]"
            bars[name + components] = (float(value[kind][0] if kind.sum() == 1 else np.linalg.norm(value[kind])), colour)
    return bars
