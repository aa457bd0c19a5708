"""What differences of an FMU's unknowns can see, and what they cannot."""

import numpy as np

from mbfmu.check.differences import along, resolution

LARGE = 2.0**37  # as a spacecraft's energy in joules
SPACING = np.spacing(LARGE)


def function(x: np.ndarray) -> np.ndarray:
    """A small number in which large ones cancel, and a smooth one."""
    return np.array([LARGE + x[0] + 1e6 * x[1] - LARGE, np.sin(x[0]) * np.exp(x[1])])


def test_large_numbers_that_cancel_are_seen():
    cancelled, smooth = resolution(function, np.array([0.3, 0.2]), np.ones(2))
    assert SPACING / 2 <= cancelled <= 4 * SPACING
    assert smooth <= 4 * np.finfo(float).eps


def test_a_slope_below_the_resolution_is_within_the_bound():
    x, unit = np.array([0.3, 0.2]), np.array([1e-3 * SPACING, 0.0])
    slope, bound = along(function, x, unit, np.zeros(2), resolution(function, x, np.ones(2)))
    assert slope[0] == 0.0 and bound[0] > unit[0]


def test_a_wrong_slope_is_beyond_the_bound():
    x = np.array([0.3, 0.2])
    slope, bound = along(function, x, np.array([0.0, 1.0]), np.zeros(2), resolution(function, x, np.ones(2)))
    assert np.all(np.abs(slope - [1e6, np.sin(0.3) * np.exp(0.2)]) <= bound)
    assert np.all(bound < [1e2, 1e-3])
