"""Central differences of a function, with what they may be off by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

STEP = 1e-4  # of a known, relative to its size
ROUNDOFF = 1e-12  # of a value that went through some arithmetic, relative to it
RELATIVE = 1e-5  # of a derivative: solvers inside of FMUs iterate to about the square of this


def along(function: Callable[[np.ndarray], np.ndarray], x: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Derivative of `function` at `x` along `direction`, and a bound on its error, an entry a row.

    Central differences of two steps, extrapolated (Richardson); what the two disagree by bounds the error, which kinks
    make large and not wrong.
    """
    fine, coarse = ((function(x + h * direction) - function(x - h * direction)) / (2 * h) for h in (STEP, 2 * STEP))
    extrapolated = (4 * fine - coarse) / 3
    noise = ROUNDOFF * np.abs(function(x)) / STEP
    return extrapolated, np.abs(coarse - fine) + noise + RELATIVE * np.abs(extrapolated)
