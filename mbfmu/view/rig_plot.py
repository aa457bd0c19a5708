"""Diagrams of a suspension on the rig."""

from __future__ import annotations

from pathlib import Path

from ..proving_ground.rig.rig_result import RigResult
from .figure import figure_in
from .manoeuvre_plot import HEIGHT, draw_diagrams
from .plot import WIDTH


def plot_rig(result: RigResult, path: str | Path) -> Path:
    """Draw the curves of a rig into `path`, a .png or .svg; MbfmuError when it cannot be written."""
    path, diagrams = Path(path), result.diagrams()
    with figure_in(path, (WIDTH, HEIGHT * len(diagrams) + 0.5), f"{result.suspension}: {result.motion}") as figure:
        draw_diagrams(diagrams, figure)
    return path
