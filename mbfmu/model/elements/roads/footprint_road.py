"""FootprintRoad: the effective road of a tire, which levels unevenness shorter than its contact patch."""

import numpy as np

from ...declare.declarations import Parameter
from .base import Road

# Gauss's points and weights for a mean over (-1/2, 1/2).
POINTS, WEIGHTS = (half / 2.0 for half in np.polynomial.legendre.leggauss(6))


class FootprintRoad(Road):
    """The mean of another road over the length of a contact patch along x, at every point: the effective road of tires on short obstacles.

    Tires on it feel a cleat earlier, longer and lower than a point does. Friction is that of the other road.
    Source: the fixed footprint of Captain, Boghani & Wormley (1979), Analytical tire models for dynamic vehicle simulation.
    """

    attachments = {"road": Road}
    length = Parameter("m", "length of the contact patch", 0.15, min=0.0)

    @staticmethod
    def height(p, x, y, t):
        return sum(weight * p.road.kind.height(p.road, x + p.length * point, y, t) for point, weight in zip(POINTS, WEIGHTS))

    @staticmethod
    def gentle(p):
        return p.road.kind.gentle(p.road)

    @staticmethod
    def friction(p, x, y, t):
        return p.road.kind.friction(p.road, x, y, t)

    @staticmethod
    def outside(p, x, y):
        return p.road.kind.outside(p.road, x, y)
