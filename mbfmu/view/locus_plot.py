"""Eigenvalues over a parameter: root loci, and Campbell's diagram of a rotor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

from ..analysis.root_locus import RootLocus
from .figure import figure_in
from .pole_plot import complex_plane

SIZE = (12.0, 7.0)  # inch
CAMPBELL = (8.0, 6.0)  # inch


def plot_locus(locus: RootLocus, path: Path, title: str = "", crossings: Sequence[float] = ()) -> None:
    """Draw growth and frequencies over the parameter, with lines at `crossings`, and the eigenvalues in the complex plane, into a .png or .svg.

    Eigenvalues that are always zero are left out. MbfmuError when the picture cannot be written.
    """
    moving = locus.eigenvalues[:, locus.eigenvalues.any(axis=0)]
    upper = np.where(moving.imag >= 0, moving, complex(np.nan, np.nan))  # one of each conjugate pair, so that a branch has one colour in both panels
    with figure_in(path, SIZE, title) as figure:
        axes = figure.subplot_mosaic([["growth", "plane"], ["frequency", "plane"]])
        for name, numbers, label in (
            ("growth", upper.real, "real part in rad/s (below zero: decays)"),
            ("frequency", upper.imag / (2 * np.pi), "frequency in Hz"),
        ):
            axes[name].axhline(0.0, color="0.6", linewidth=0.8)
            axes[name].plot(locus.values, numbers, linewidth=1.4)
            for value in crossings:
                axes[name].axvline(value, color="0.6", linestyle=":", linewidth=1.0)
            _over(axes[name], locus, label)
        complex_plane(axes["plane"])
        axes["plane"].plot(moving.real, moving.imag, color="0.8", linewidth=0.8)
        across = np.broadcast_to(locus.values[:, np.newaxis], moving.shape)
        dots = axes["plane"].scatter(moving.real, moving.imag, c=across, s=9, cmap="viridis", zorder=2)
        figure.colorbar(dots, ax=axes["plane"], label=_named(locus), shrink=0.6)


def plot_campbell(locus: RootLocus, path: Path, title: str = "", multiples: Sequence[float] = (1.0,)) -> None:
    """Draw frequencies over a speed of rotation, with lines of `multiples` of the speed and dots where a frequency lies on one, into a .png or .svg.

    MbfmuError for a parameter that is no such speed, and when the picture cannot be written.
    """
    resonances = {multiple: locus.resonances(multiple) for multiple in multiples}
    oscillating = locus.frequencies[:, (locus.frequencies > 0).any(axis=0)]
    with figure_in(path, CAMPBELL, title) as figure:
        axes = figure.subplots()
        axes.plot(locus.values, np.where(oscillating > 0, oscillating, np.nan), color="tab:blue", linewidth=1.4)
        for multiple, found in resonances.items():
            axes.plot(locus.values, multiple * locus.values / (2 * np.pi), "--", color="0.5", linewidth=1.0)
            end = (locus.values[-1], multiple * locus.values[-1] / (2 * np.pi))
            axes.annotate(f"{multiple:g}x", end, textcoords="offset points", xytext=(3, 0), va="center", annotation_clip=True)
            axes.plot(*np.reshape(found, (-1, 2)).T, "o", color="tab:red", markersize=5)
        axes.set_ylim(0.0, 1.05 * np.nanmax(oscillating, initial=0.1))
        _over(axes, locus, "frequency in Hz")


def _over(axes: Axes, locus: RootLocus, label: str) -> None:
    axes.set_xlabel(_named(locus), parse_math=False)
    axes.set_ylabel(label)
    axes.set_xlim(locus.values[0], locus.values[-1])
    axes.grid(color="0.9", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)


def _named(locus: RootLocus) -> str:
    return f"{locus.parameter} in {locus.unit}" if locus.unit != "1" else locus.parameter
