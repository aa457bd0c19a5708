"""FlatRoad: a horizontal plane."""

from ...model.declarations import Parameter
from .base import Road


class FlatRoad(Road):
    """A horizontal plane."""

    z = Parameter("m", "height", 0.0)
    mu = Parameter("1", "friction relative to that of the surface on which the tires were measured", 1.0, min=0.0)
    plane = True

    @staticmethod
    def height(p, x, y, t):
        return p.z

    @staticmethod
    def friction(p, x, y, t):
        return p.mu
