"""BumpRoad: a cleat across the road, or a step."""

import numpy as np

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .base import Road
from .rise import rise

SHARPEST = 10.0 / 3.0**0.5  # second derivative of a rise of the height and the length one


class BumpRoad(Road):
    """A plane with a cleat across it, or with a step, where `length` is infinite. Both edges are smooth rises over the length `edge`.

    A rise is a quintic whose slope and curvature begin and end with zero, so integrators need no events: their steps follow from the tolerance.
    """

    bump = Parameter("m", "height of the cleat or step; negative for a pothole")
    length = Parameter("m", "length of the cleat between the middles of its edges", np.inf, min=0.0, exclusive_min=True)
    start = Parameter("m", "x of the middle of the first edge", 0.0)
    edge = Parameter("m", "length of an edge", 0.1, min=0.0, exclusive_min=True)

    @staticmethod
    def curvature(p):
        return SHARPEST * abs(p.bump) / p.edge**2

    @staticmethod
    def height(p, x, y, t):
        up = rise((x - p.start) / p.edge + 0.5)
        down = rise(maximum(x - p.start - p.length, -p.edge) / p.edge + 0.5)  # infinite lengths end here: they have no derivatives
        return p.bump * (up - down)
