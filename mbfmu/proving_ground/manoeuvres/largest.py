"""The largest value of a sampled signal, between its samples."""

import numpy as np


def largest(time: np.ndarray, signal: np.ndarray) -> tuple[float, float]:
    """When a signal is largest [s], and how large it is: the vertex of the parabola through three samples."""
    i = int(np.clip(np.argmax(signal), 1, len(signal) - 2))
    before, here, behind = signal[i - 1 : i + 2]
    bend = before - 2.0 * here + behind
    shift = 0.5 * (before - behind) / bend if bend else 0.0
    return float(time[i] + shift * (time[1] - time[0])), float(here - 0.25 * (before - behind) * shift)
