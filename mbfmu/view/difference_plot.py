"""Two results drawn over each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..analysis.simulate.differences import Difference
from .plot import AXES_HEIGHT, LEGEND_LINE, drawn, dress

DRAWN = 12  # signals at most, those that differ most; as many axes are seen at once


def plot_differences(a: np.ndarray, b: np.ndarray, names: tuple[str, str], found: Sequence[Difference], path: Path) -> None:
    """Draw the signals that differ most, `a` and `b` over each other, called by their `names`; MbfmuError when the picture cannot be written."""
    worst = found[:DRAWN]
    with drawn(path, f"{names[0]} and {names[1]}", [max(AXES_HEIGHT, 4 * LEGEND_LINE)] * len(worst)) as rows:
        for axes, one in zip(rows, worst):
            axes.plot(a["time"], a[one.signal], "-", color="tab:blue", linewidth=1.4, label=names[0])
            axes.plot(b["time"], b[one.signal], "--", color="tab:orange", linewidth=1.4, label=names[1])
            dress(axes, one.signal)
