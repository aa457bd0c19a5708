"""Central differences of a function, with what they may be off by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

STEPS = (1e-4, 2e-4, 4e-4)  # of a known, relative to its size; each twice the one before
DOUBTED = 3
ROUNDOFF = 1e-12  # of a value that went through some arithmetic, relative to it
OF_COLUMN = 32 * np.finfo(float).eps  # of the largest derivative along a direction: stiff forces that cancel in other unknowns leave as much
NEAR = 1e-8  # of the knowns' sizes: where an unknown bends by no more than its roundoff
TIMES = 5
SEED = 0
RELATIVE = 1e-5  # of a derivative: solvers inside of FMUs iterate to about the square of this


Function = Callable[[np.ndarray], np.ndarray]


def resolution(function: Function, x: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """What each value is rounded by where large numbers cancel in it, as an energy less that at the start: its second differences next to `x`."""
    random, first = np.random.default_rng(SEED), function(x)
    steps = NEAR * scale * random.uniform(-1, 1, (TIMES, len(x)))
    return np.max([np.abs(first - 2 * function(x + step) + function(x + 2 * step)) for step in steps], axis=0)


def along(
    function: Function, x: np.ndarray, direction: np.ndarray, rounding: np.ndarray, resolved: np.ndarray | float
) -> tuple[np.ndarray, np.ndarray]:
    """Derivative of `function` at `x` along `direction`, and a bound on its error, an entry a row.

    `rounding` is that of each value, relative to it; `resolved` is its `resolution`.

    Central differences of three steps, of which the first two are extrapolated (Richardson). What they disagree by, DOUBTED times,
    bounds the error; so does a kink, whose second differences grow with the step and not with its square: there any slope between
    the sides is right.
    """
    middle = function(x)
    sides = [(function(x + h * direction), function(x - h * direction)) for h in STEPS]
    slopes = [(up - down) / (2 * h) for h, (up, down) in zip(STEPS, sides)]
    bend, wide_bend = (up - 2 * middle + down for up, down in sides[:2])
    extrapolated = (4 * slopes[0] - slopes[1]) / 3
    kink = np.abs(4 * bend - wide_bend) / (2 * STEPS[0])
    noise = np.maximum(ROUNDOFF, rounding) * (np.abs(middle) + np.abs(extrapolated)) / STEPS[0] + resolved / STEPS[0]
    noise += OF_COLUMN * np.max(np.abs(extrapolated), initial=0.0)
    return extrapolated, DOUBTED * np.ptp(slopes, axis=0) + kink + noise + RELATIVE * np.abs(extrapolated)
