"""Box: a cuboid."""

from ...declare.declarations import Parameter
from .base import Visual


class Box(Visual):
    """A cuboid about its origin."""

    size = Parameter("m", "lengths along x, y and z", shape=3, min=0.0)
