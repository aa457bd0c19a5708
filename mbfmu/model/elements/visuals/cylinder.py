"""Cylinder: a round bar or disk."""

from ...declare.declarations import Parameter
from ...declare.spatial_parameters import Axis
from .base import Visual


class Cylinder(Visual):
    """A cylinder about its origin."""

    radius = Parameter("m", "radius", min=0.0, exclusive_min=True)
    length = Parameter("m", "length along the axis", min=0.0)
    axis = Axis("direction of the axis", [0, 0, 1])
