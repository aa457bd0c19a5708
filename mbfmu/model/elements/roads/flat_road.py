"""FlatRoad: a horizontal plane."""

from ...declare.declarations import Parameter
from .base import Road


class FlatRoad(Road):
    """A horizontal plane."""

    z = Parameter("m", "height", 0.0)

    @staticmethod
    def gentle(p):
        return True

    @staticmethod
    def height(p, x, y, t):
        return p.z
