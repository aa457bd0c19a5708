"""The points of a circle about the z axis that come nearest to ground, and share forces smoothly where it lies level."""

import numpy as np

UPRIGHT = 1e-12  # which way the lowest point of a circle is that lies level
AROUND = np.array([[1.0, 0.0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])  # thirds of a turn


def rim(radius, z, n):
    """The lowest point (3,) of a circle at the height z above ground with the normal n (3,), and those a third of a turn from it on both sides.

    While it rolls, only the lowest one touches. Where it lies level, all three carry it alike, whichever is called the lowest.
    """
    x, y = UPRIGHT - n[0], -n[1]
    length = (x * x + y * y) ** 0.5
    cos, sin = x / length, y / length
    return [np.array([radius * (c * cos - s * sin), radius * (c * sin + s * cos), z]) for c, s in AROUND]
