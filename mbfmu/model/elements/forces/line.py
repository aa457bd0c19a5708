"""LineForce: what all forces share that act along the line between two frames."""

import numpy as np

from ....base.scalars import norm
from ...declare.frame import Frame
from .base import Force


class LineForce(Force):
    """Acts along the line from frame_a to frame_b, which has no direction where they meet: they must not meet at the start."""

    attachments = {"frame_a": Frame, "frame_b": Frame}


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
