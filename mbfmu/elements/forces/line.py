"""The line between two frames, along which several forces act."""

import numpy as np

from ...scalars import norm


def line(a, b):
    """Distance s [m], its rate v [m/s] and the unit vector (3,) from frame a to frame b, resolved in the world."""
    r_ab = b.r - a.r
    s = norm(r_ab)
    n = r_ab / s
    return s, n @ (b.v - a.v), n


def along(n, f):
    """The wrenches of a force f [N] that pushes two frames apart along n."""
    zero = np.zeros(3)
    return (-f * n, zero), (f * n, zero)
