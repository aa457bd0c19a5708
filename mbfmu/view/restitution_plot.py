"""The coefficient of restitution over the impact speed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..analysis.impact.restitution import Restitution
from .figure import figure_in

SIZE = (7.0, 4.5)  # inch
POINTS = 200  # of the curve between the speeds


def plot_restitution(found: Restitution, path: Path, title: str = "") -> None:
    """Draw e over the impact speed into `path`, a .png or .svg, with the table between the speeds; MbfmuError when the picture cannot be written."""
    with figure_in(path, SIZE, title) as figure:
        axes = figure.subplots()
        if len(found.speeds) > 1:
            between = np.geomspace(found.speeds[0], found.speeds[-1], POINTS)
            axes.plot(between, [float(found.table(v)) for v in between], color="tab:blue", linewidth=1.4)
        axes.plot(found.speeds, found.e, "o", color="tab:blue", markersize=5)
        axes.set_xscale("log")
        for ticks in (axes.xaxis.set_major_formatter, axes.xaxis.set_minor_formatter):
            ticks(lambda v, _: f"{v:g}")
        axes.set_ylim(0.0, 1.05)
        axes.set_xlabel("impact speed in m/s")
        axes.set_ylabel("coefficient of restitution")
        axes.grid(color="0.9", linewidth=0.8, which="both")
