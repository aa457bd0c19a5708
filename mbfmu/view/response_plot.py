"""A frequency response drawn after Bode: amplification and phase over frequency."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..analysis.linear.frequency_response import FrequencyResponse
from ..base.errors import MbfmuError
from .plot import AXES_HEIGHT, DASHES, LEGEND_LINE, drawn, dress

COLOURS = 10  # after which the line style changes; no axes has more curves
ON_PAGE = COLOURS * len(DASHES)  # curves, none like another

Pair = tuple[str, str]  # an output and an input


def plot_response(response: FrequencyResponse, path: Path, title: str = "") -> list[Path]:
    """Draw amplifications, with one axes for each unit, and all phases [deg] into `path`, a .png or .svg. Return the paths of the pictures.

    Outputs without any response are left out. An axes holds ten curves, a picture thirty; more continue in "name-2.png" and so on. Raises MbfmuError
    if nothing responds, and if a picture cannot be written.
    """
    pairs = [(y, u) for y in response.outputs for u in response.inputs if response.of(y, u).any()]
    if not pairs:
        raise MbfmuError(f"{path}: no output responds to any input, so there is nothing to draw")
    units = [*dict.fromkeys(response.unit(*pair) for pair in pairs)]
    pairs.sort(key=lambda pair: units.index(response.unit(*pair)))
    pages = [pairs[i : i + ON_PAGE] for i in range(0, len(pairs), ON_PAGE)]
    return [_page(response, page, path if i == 1 else path.with_stem(f"{path.stem}-{i}"), title) for i, page in enumerate(pages, 1)]


def _page(response: FrequencyResponse, pairs: Sequence[Pair], path: Path, title: str) -> Path:
    by_unit: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_unit.setdefault(response.unit(*pair), []).append(pair)
    amplified = [(unit, few) for unit, group in by_unit.items() for few in _few(group)]
    groups = [*(group for _, group in amplified), *_few(pairs)]
    styles = {pair: {"color": f"C{i % COLOURS}", "linestyle": DASHES[i // COLOURS % len(DASHES)]} for i, pair in enumerate(pairs)}
    with drawn(path, title, [max(AXES_HEIGHT, LEGEND_LINE * (len(group) + 1)) for group in groups], "frequency in Hz") as rows:
        for axes, (unit, group) in zip(rows, amplified):
            for y, u in group:
                axes.loglog(response.frequencies, np.abs(response.of(y, u)), **styles[y, u], linewidth=1.4, label=f"{y} / {u}")
            axes.set_ylabel("amplification" + (f" in {unit}" if unit not in ("", "1") else ""))
            dress(axes)
        for axes, group in zip(rows[len(amplified) :], groups[len(amplified) :]):
            for y, u in group:
                phase = np.rad2deg(np.unwrap(np.angle(response.of(y, u))))
                axes.semilogx(response.frequencies, phase, **styles[y, u], linewidth=1.4, label=f"{y} / {u}")
            _dress_phases(axes)
    return path


def _few(pairs: Sequence[Pair]) -> list[Sequence[Pair]]:
    """As many at a time as an axes holds, in parts of nearly one length."""
    parts = -(-len(pairs) // COLOURS)
    ends = [len(pairs) * i // parts for i in range(parts + 1)]
    return [pairs[a:b] for a, b in zip(ends, ends[1:])]


def _dress_phases(axes: Axes) -> None:
    axes.set_ylabel("phase in deg")
    axes.yaxis.set_major_locator(MaxNLocator(steps=[4.5, 9, 10]))
    dress(axes)
