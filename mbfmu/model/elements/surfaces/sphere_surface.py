"""SphereSurface: a sphere."""

import numpy as np

from ....base.scalars import norm
from ...declare.declarations import Parameter
from .base import Surface
from .core import Core


class SphereSurface(Surface):
    """A sphere about its origin."""

    rounded = True
    radius = Parameter("m", "radius", min=0.0)

    @staticmethod
    def distance(p, r, t):
        return norm(r) - p.radius

    @staticmethod
    def balls(p, n):
        return [(np.zeros(3), p.radius)]

    @staticmethod
    def core(p):
        return Core("points", np.zeros(3), p.radius)

    @staticmethod
    def reach(p):
        return p.radius
