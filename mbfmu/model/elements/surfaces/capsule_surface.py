"""CapsuleSurface: a round bar with half spheres at its ends."""

import numpy as np

from ....base.scalars import norm
from ...declare.declarations import Parameter
from .base import Surface
from .core import Core


class CapsuleSurface(Surface):
    """All points within a radius of a segment of the z axis, whose middle is the origin."""

    rounded = True
    points = 2
    radius = Parameter("m", "radius", min=0.0)
    length = Parameter("m", "length of the segment, without the half spheres", min=0.0)

    @staticmethod
    def distance(p, r, t):
        beyond = r[2] - np.clip(r[2], -0.5 * p.length, 0.5 * p.length)
        return norm(np.array([r[0], r[1], beyond])) - p.radius

    @staticmethod
    def balls(p, n):
        end = np.array([0.0, 0.0, 0.5 * p.length])
        return [(-end, p.radius), (end, p.radius)]

    @staticmethod
    def core(p):
        return Core("points", np.array([0.0, 0.0, -0.5 * p.length, 0.0, 0.0, 0.5 * p.length]), p.radius)

    @staticmethod
    def reach(p):
        return 0.5 * p.length + p.radius
