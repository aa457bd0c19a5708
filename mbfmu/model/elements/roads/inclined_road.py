"""InclinedRoad: a plane that goes uphill, or is banked."""

import numpy as np

from ...declare.declarations import Parameter
from .base import Road


class InclinedRoad(Road):
    """A plane through the origin of the world that rises along x, along y, or both."""

    slope = Parameter("rad", "angle at which it rises along x", 0.0, min=-1.5, max=1.5)
    bank = Parameter("rad", "angle at which it rises along y", 0.0, min=-1.5, max=1.5)

    @staticmethod
    def gentle(p):
        return True

    @staticmethod
    def height(p, x, y, t):
        return np.tan(p.slope) * x + np.tan(p.bank) * y
