"""Two outputs over each other: a phase portrait as a line, or a Poincare section as points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ..model.signals.chosen_names import chosen
from .figure import figure_in
from .plot import signals_of

SIZE = (7.0, 6.0)  # inch


def plot_phase(result: np.ndarray, x: str, y: str, path: Path, title: str = "", units: Mapping[str, str] | None = None) -> None:
    """Draw the signal `y` of a result over the signal `x` as a line into `path`, a .png or .svg: a phase portrait where it is its rate.

    `units` gives signals' units. Raises ProblemsFound for signals that are not there, MbfmuError when the picture cannot be written.
    """
    _draw(result, (x, y), path, title, units or {}, "-")


def plot_section(section: np.ndarray, x: str, y: str, path: Path, title: str = "", units: Mapping[str, str] | None = None) -> None:
    """Draw the points of a Poincare section, as `plot_phase` draws a line."""
    _draw(section, (x, y), path, title, units or {}, ".")


def _draw(result: np.ndarray, signals: tuple[str, str], path: Path, title: str, units: Mapping[str, str], style: str) -> None:
    names = [name for signal in signals for name in chosen(signals_of(result), [signal])]
    with figure_in(path, SIZE, title) as figure:
        axes = figure.subplots()
        axes.plot(result[names[0]], result[names[1]], style, color="tab:blue", linewidth=1.0, markersize=3.0)
        for label, name in ((axes.set_xlabel, names[0]), (axes.set_ylabel, names[1])):
            label(f"{name} in {units[name]}" if units.get(name, "1") != "1" else name, parse_math=False)
        axes.grid(color="0.9", linewidth=0.8)
