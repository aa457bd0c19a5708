"""What cases measure from outputs, one row a time."""

from collections.abc import Iterable

import numpy as np

from .case import Signals


def together(signals: Signals, names: Iterable[str]) -> np.ndarray:
    """Signals side by side."""
    return np.column_stack([signals[name] for name in names])


def unwrapped(angles: np.ndarray, start: np.ndarray | float) -> np.ndarray:
    """Angles [rad] (n,) or (n, size) without jumps, from the turn that begins at `start`."""
    continuous = np.unwrap(angles, axis=0)
    return continuous - 2 * np.pi * np.round((continuous[0] - start) / (2 * np.pi))


def rotations(entries: np.ndarray) -> np.ndarray:
    """The output R of an OrientationSensor (n, 9) as matrices (n, 3, 3)."""
    return entries.reshape(-1, 3, 3)
