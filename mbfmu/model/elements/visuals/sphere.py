"""Sphere: a ball."""

from ...declare.declarations import Parameter
from .base import Visual


class Sphere(Visual):
    """A ball about its origin."""

    radius = Parameter("m", "radius", min=0.0, exclusive_min=True)
