"""The reference trajectories beside models and examples: coarse, in nine digits, so that they stay small and readable."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from mbfmu.cosim import read_csv, write_csv


def write_reference(path: Path, result: np.ndarray, every: int) -> None:
    """Write one row of `result` in `every`."""
    rounded = [tuple(float(f"{value:.9g}") for value in row) for row in result[::every]]
    write_csv(path, np.array(rounded, dtype=result.dtype))


def deviations(result: np.ndarray, path: Path, tolerance: float) -> dict[str, float]:
    """The signals of `result` that are off a reference file, as `differences` tells; names and times must agree."""
    reference = read_csv(path)
    assert reference.dtype.names == result.dtype.names
    rows = np.searchsorted(result["time"], reference["time"] - 1e-9)
    assert np.abs(result["time"][rows] - reference["time"]).max() < 1e-9
    return differences(result[rows], reference, tolerance)


def differences(result: Mapping[str, np.ndarray], reference: np.ndarray, tolerance: float) -> dict[str, float]:
    """The largest difference of every signal where it exceeds `tolerance` or is no number, relative to the size of the signal, an array's as one."""
    names = [name for name in reference.dtype.names if name != "time"]
    sizes: dict[str, float] = {}
    for name in names:
        array = name.split("[")[0]
        sizes[array] = max(sizes.get(array, 0.0), np.abs(reference[name]).max())
    found = {name: float(np.abs(result[name] - reference[name]).max() / (sizes[name.split("[")[0]] or 1.0)) for name in names}
    return {name: difference for name, difference in found.items() if not difference <= tolerance}
