"""A power spectrum over frequency."""

from __future__ import annotations

from pathlib import Path

from ..analysis.nonlinear.power_spectrum import PowerSpectrum
from .plot import drawn, dress

HEIGHT = 4.0  # inch


def plot_spectrum(spectrum: PowerSpectrum, path: Path, title: str = "", unit: str = "") -> None:
    """Draw the density of a signal in `unit` over the frequency, logarithmic, into `path`, a .png or .svg; MbfmuError where it cannot be written."""
    with drawn(path, title, [HEIGHT], "frequency in Hz") as (axes,):
        axes.semilogy(spectrum.frequencies[1:], spectrum.density[1:], linewidth=1.2, label=spectrum.signal)
        axes.set_ylabel(f"power spectral density in ({unit or '1'})²/Hz")
        dress(axes)
