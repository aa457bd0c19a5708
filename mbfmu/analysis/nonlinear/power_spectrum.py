"""The power spectrum of a signal of a run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.signal import welch

from ...base.errors import MbfmuError
from ...base.one_line import one_line
from ...model.signals.chosen_names import chosen

SEGMENTS = 8  # half overlapping, over which spectra are averaged, where nobody asks for others
EQUIDISTANT = 1e-6  # of the interval between rows


@one_line
@dataclass(frozen=True)
class PowerSpectrum:
    """The power spectral `density` (n) of a `signal` over `frequencies` [Hz] (n), one-sided, in the square of the signal's unit per Hz.

    Its integral over the frequencies is the variance of the signal.
    """

    signal: str
    frequencies: np.ndarray
    density: np.ndarray


def power_spectrum(result: np.ndarray, signal: str, transient: float = 0.0, segments: int = SEGMENTS, window: str = "hann") -> PowerSpectrum:
    """The power spectrum of a signal in a result of `simulate`, behind a `transient` [s]: the mean over half overlapping `segments`.

    The mean of each segment is taken off. More segments show a smoother spectrum with less resolution; one with the `window` "boxcar" is the
    periodogram. Windows are those of SciPy. Raises ProblemsFound for a signal that is not there, MbfmuError for rows that are not
    equidistant or too few.
    Source: P. D. Welch, The use of fast Fourier transform for the estimation of power spectra, IEEE Transactions on Audio and Electroacoustics 15
    (1967).
    """
    if not isinstance(result, np.ndarray):
        raise MbfmuError(f"a result is the table that simulate gives, not a {type(result).__name__}")
    (name,) = chosen([each for each in result.dtype.names or () if each != "time"], [signal])
    kept = result[result["time"] >= transient]
    steps = np.diff(kept["time"])
    length = 2 * len(kept) // (segments + 1)
    if segments < 1 or length < 4:
        raise MbfmuError(f"{len(kept)} rows after {transient:g} s make no {segments} segments: simulate longer or take fewer")
    if not np.ptp(steps) <= EQUIDISTANT * steps.mean():
        raise MbfmuError("a power spectrum takes rows at equidistant times: simulate with a stop time that is a multiple of the interval")
    frequencies, density = welch(kept[name], 1.0 / steps.mean(), window=window, nperseg=length)
    return PowerSpectrum(name, frequencies, density)
