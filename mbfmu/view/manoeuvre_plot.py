"""Diagrams of a manoeuvre: one above the other, each with axes of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..base.errors import MbfmuError
from ..proving_ground.manoeuvres.manoeuvre_result import Diagram, ManoeuvreResult
from .figure import figure_in
from .plot import AXES_HEIGHT, WIDTH, dress

HEIGHT = 1.35 * AXES_HEIGHT  # of a diagram [inch]
MANY = 5  # curves, after which colours grow from one to another


def plot_manoeuvre(result: ManoeuvreResult, path: str | Path) -> Path:
    """Draw the diagrams of a manoeuvre into `path`, a .png or .svg; MbfmuError when it cannot be written."""
    path = Path(path)
    with figure_in(path, (WIDTH, HEIGHT * len(result.diagrams) + 0.5), f"{result.vehicle}: {result.manoeuvre} ({result.standard})") as figure:
        draw_diagrams(result.diagrams, figure)
    return path


def draw_diagrams(diagrams: tuple[Diagram, ...], figure: Figure) -> None:
    """Draw diagrams into a figure."""
    if not diagrams:
        raise MbfmuError("there are no diagrams to draw")
    for axes, diagram in zip(figure.subplots(len(diagrams), 1, squeeze=False)[:, 0].tolist(), diagrams):
        _draw(axes, diagram)


def _draw(axes: Axes, diagram: Diagram) -> None:
    plain = [curve for curve in diagram.curves if not curve.bound]
    shades = [f"C{i}" for i in range(len(plain))] if len(plain) <= MANY else [str(shade) for shade in np.linspace(0.75, 0.0, len(plain))]
    colours = iter(shades)
    for curve in diagram.curves:
        colour = "0.5" if curve.bound else next(colours)
        style = {"linewidth": 1.0, "linestyle": "--"} if curve.bound else {"linewidth": 1.4}
        axes.plot(curve.x, curve.y, color=colour, marker="o" if curve.dots else "", markersize=4, label=curve.label or "_", **style)
    if diagram.logarithmic:
        axes.set_xscale("log")
    axes.set_xlabel(diagram.x)
    axes.set_ylabel(diagram.y)
    dress(axes)
    if diagram.equal:
        axes.set_aspect("equal", adjustable="datalim")
