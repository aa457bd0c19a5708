"""Lyapunov exponents over the time of a run: how they settle."""

from __future__ import annotations

from pathlib import Path

from ..analysis.nonlinear.lyapunov import LyapunovExponents
from .plot import drawn, dress

HEIGHT = 4.0  # inch
LATE = 0.05  # of the run: exponents before that would fill the picture


def plot_exponents(exponents: LyapunovExponents, path: Path, title: str = "") -> None:
    """Draw what the exponents were when only part of the run was known into `path`, a .png or .svg; MbfmuError when it cannot be written."""
    first = int(LATE * len(exponents.times))
    with drawn(path, title, [HEIGHT]) as (axes,):
        axes.axhline(0.0, color="0.6", linewidth=0.8)
        for history, value in zip(exponents.history[first:].T, exponents.values):
            axes.plot(exponents.times[first:], history, linewidth=1.4, label=f"{value:.4g}")
        axes.set_ylabel("exponent in 1/s")
        dress(axes)
