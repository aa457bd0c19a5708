"""A frequency response drawn after Bode: amplification and phase over frequency."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..analysis.linear.frequency_response import FrequencyResponse
from ..base.errors import MbfmuError
from .plot import AXES_HEIGHT, LEGEND_LINE, drawn, dress


def plot_response(response: FrequencyResponse, path: Path, title: str = "") -> None:
    """Draw amplifications, with one axes for each unit, and all phases [deg] into `path`, a .png or .svg. Outputs without any response are left out.

    Raises MbfmuError where nothing responds, and when the picture cannot be written.
    """
    pairs = [(y, u) for y in response.outputs for u in response.inputs if response.of(y, u).any()]
    if not pairs:
        raise MbfmuError(f"{path}: no output responds to any input, so there is nothing to draw")
    groups: dict[str, list[tuple[str, str]]] = {}
    for pair in pairs:
        groups.setdefault(response.unit(*pair), []).append(pair)
    heights = [max(AXES_HEIGHT, LEGEND_LINE * (len(group) + 1)) for group in [*groups.values(), pairs]]
    with drawn(path, title, heights, "frequency in Hz") as rows:
        colours = {pair: f"C{i % 10}" for i, pair in enumerate(pairs)}
        for axes, (unit, group) in zip(rows, groups.items()):
            for y, u in group:
                axes.loglog(response.frequencies, np.abs(response.of(y, u)), color=colours[y, u], linewidth=1.4, label=f"{y} / {u}")
            axes.set_ylabel("amplification" + (f" in {unit}" if unit not in ("", "1") else ""))
            dress(axes)
        for y, u in pairs:
            phase = np.rad2deg(np.unwrap(np.angle(response.of(y, u))))
            rows[-1].semilogx(response.frequencies, phase, color=colours[y, u], linewidth=1.4, label=f"{y} / {u}")
        rows[-1].set_ylabel("phase in deg")
        rows[-1].yaxis.set_major_locator(MaxNLocator(steps=[4.5, 9, 10]))
        dress(rows[-1])
