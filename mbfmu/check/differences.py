"""Central differences of a function, with what they may be off by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

STEP = 1e-4  # of a known, relative to its size
ROUNDOFF = 1e-12  # of a value that went through some arithmetic, relative to it
RELATIVE = 1e-5  # of a derivative: solvers inside of FMUs iterate to about the square of this


def along(function: Callable[[np.ndarray], np.ndarray], x: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Derivative of `function` at `x` along `direction`, and a bound on its error, an entry a row.

    Central differences of two steps, extrapolated (Richardson). What the two disagree by bounds the error; so does a kink, whose
    second differences grow with the step and not with its square: there any slope between the sides is right.
    """
    middle = function(x)
    sides = {h: (function(x + h * direction), function(x - h * direction)) for h in (STEP, 2 * STEP)}
    fine, coarse = ((up - down) / (2 * h) for h, (up, down) in sides.items())
    bend, wide_bend = (up - 2 * middle + down for up, down in sides.values())
    extrapolated = (4 * fine - coarse) / 3
    kink = np.abs(4 * bend - wide_bend) / (2 * STEP)
    noise = ROUNDOFF * np.abs(middle) / STEP
    return extrapolated, np.abs(coarse - fine) + kink + noise + RELATIVE * np.abs(extrapolated)
