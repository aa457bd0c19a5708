"""TorusSurface: a ring."""

import numpy as np

from ....base.scalars import norm
from ...declare.declarations import Parameter
from .base import Surface
from .rigid_rim import rigid_rim
from .rim import rim


class TorusSurface(Surface):
    """All points within a distance of a circle about the z axis: a ring, or the rounded edge of a disk or wheel."""

    points = 3
    rigid_points = 4
    radius = Parameter("m", "radius of the circle", min=0.0)
    tube = Parameter("m", "distance from the circle", min=0.0)

    @staticmethod
    def distance(p, r, t):
        return norm(np.array([norm(r[:2]) - p.radius, r[2]])) - p.tube

    @staticmethod
    def balls(p, n):
        return [(point, p.tube) for point in rim(p.radius, 0.0, n)]

    @staticmethod
    def rigid_balls(p, n):
        return rigid_rim(p.radius, 0.0, p.tube, n)

    @staticmethod
    def reach(p):
        return p.radius + p.tube
