"""The poles of a linear system in the complex plane."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from ..analysis.linear.mode import Mode
from .figure import figure_in

SIZE = (7.0, 6.0)  # inch


def plot_poles(modes: Sequence[Mode], path: Path, title: str = "") -> None:
    """Draw the eigenvalues of modes as crosses with their numbers into `path`, a .png or .svg; MbfmuError when it cannot be written."""
    values = np.array([mode.eigenvalue for mode in modes])
    with figure_in(path, SIZE, title) as figure:
        axes = figure.subplots()
        complex_plane(axes)
        axes.plot(np.r_[values.real, values.real], np.r_[values.imag, -values.imag], "x", color="tab:blue", markersize=7)
        for number, value in enumerate(values, 1):
            axes.annotate(str(number), (value.real, value.imag), textcoords="offset points", xytext=(5, 5), fontsize="small")


def complex_plane(axes: Axes) -> None:
    """Make axes the plane of eigenvalues."""
    axes.axvline(0.0, color="0.6", linewidth=0.8)
    axes.axhline(0.0, color="0.6", linewidth=0.8)
    axes.set_xlabel("real part in rad/s (to the left: decays)")
    axes.set_ylabel("imaginary part in rad/s")
    axes.grid(color="0.9", linewidth=0.8)
    axes.margins(0.1)
