"""HeightMapRoad: a road whose height is given at the points of a grid."""

import numpy as np

from ....base.scalars import maximum, norm
from ...declare.table_parameter import TableParameter
from .base import Road

GENTLEST = 0.2  # 1/m


class HeightMapRoad(Road):
    """A road whose height is a `LookupTable` over x and y, of any size: from arrays, `read_table("map.csv")` or `read_crg("road.crg")`.

    A smooth table has a continuous slope, as tires should feel it. Outside of the map the height of its border holds, as the table is clamped; the
    tire's output `off_road` says how far it is out.
    """

    heights = TableParameter(("m", "m"), "m", "height over x and y")

    @staticmethod
    def height(p, x, y, t):
        return p.heights(x, y)

    @staticmethod
    def gentle(p):
        return p.heights.smooth and p.heights.curvature < GENTLEST

    @staticmethod
    def curvature(p):
        return p.heights.curvature

    @staticmethod
    def outside(p, x, y):
        return norm(np.array([_beyond(axis, at) for axis, at in zip(p.heights.axes, (x, y))]))


def _beyond(axis, at):
    """How far a number is outside of an axis."""
    return maximum(maximum(axis[0] - at, at - axis[-1]), 0.0)
