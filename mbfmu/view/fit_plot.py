"""What was measured and what a fitted model says, over each other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from .plot import AXES_HEIGHT, drawn, dress


def plot_fit(measured: np.ndarray, fitted: np.ndarray, units: Mapping[str, str], path: Path, title: str = "") -> None:
    """Draw each column of two results, dots measured and a line fitted; of complex amplitudes over "frequency" [Hz] magnitude and phase.

    MbfmuError when the picture cannot be written.
    """
    over, *names = measured.dtype.names or ()
    responses = over == "frequency"
    with drawn(path, title, [AXES_HEIGHT] * len(names) * (1 + responses), "frequency in Hz" if responses else "time in s") as rows:
        for i, name in enumerate(names):
            if responses:
                _draw(rows[2 * i], measured[over], np.abs(measured[name]), np.abs(fitted[name]), f"{name}, magnitude")
                _draw(rows[2 * i + 1], measured[over], *_phases(measured[name], fitted[name]), f"{name}, phase in deg")
                rows[2 * i].set(xscale="log", yscale="log")
            else:
                _draw(rows[i], measured[over], measured[name], fitted[name], f"{name} in {units[name]}")


def _phases(measured: np.ndarray, fitted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The phases [deg], those measured within half a turn of those fitted."""
    line = np.unwrap(np.angle(fitted))
    return np.degrees(line + np.angle(measured / fitted)), np.degrees(line)


def _draw(axes: Axes, x: np.ndarray, measured: np.ndarray, fitted: np.ndarray, title: str) -> None:
    axes.plot(x, measured, ".", color="0.55", markersize=4, label="measured")
    axes.plot(x, fitted, "-", color="tab:blue", linewidth=1.4, label="fitted")
    dress(axes, title)
