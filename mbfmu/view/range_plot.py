"""How often ranges of stress are exceeded, over their size."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..analysis.strength.cycles import Cycles
from .figure import figure_in

SIZE = (7.0, 5.0)  # inch
DRAWN = 10  # signals at most, the first ones; as many colours are told apart


def plot_ranges(found: Mapping[str, Cycles], path: Path, title: str = "") -> None:
    """Draw the number of cycles that exceed a range [MPa] over it, for the first signals; MbfmuError when the picture cannot be written."""
    with figure_in(path, SIZE, title) as figure:
        axes = figure.subplots()
        for name, cycles in list(found.items())[:DRAWN]:
            order = np.argsort(-cycles.ranges)
            axes.step(np.cumsum(cycles.counts[order]), cycles.ranges[order] / 1e6, where="pre", linewidth=1.4, label=name)
        axes.set_xscale("log")
        axes.set_xlabel("cycles that exceed it")
        axes.set_ylabel("range of stress in MPa")
        axes.grid(color="0.9", linewidth=0.8)
        if found:
            axes.legend(fontsize="small")
