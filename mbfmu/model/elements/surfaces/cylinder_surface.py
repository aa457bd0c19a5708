"""CylinderSurface: a round bar or disk with sharp edges."""

import numpy as np

from ....base.scalars import maximum, minimum, norm
from ...declare.declarations import Parameter
from .base import Surface
from .core import Core
from .rigid_rim import rigid_rim
from .rim import rim


class CylinderSurface(Surface):
    """A cylinder along the z axis, its middle at the origin. On ground it touches with its two edges: lying, rolling, tilted and upright."""

    points = 6
    rigid_points = 8
    radius = Parameter("m", "radius", min=0.0)
    length = Parameter("m", "length", min=0.0)

    @staticmethod
    def distance(p, r, t):
        around, along = norm(r[:2]) - p.radius, abs(r[2]) - 0.5 * p.length
        outside = norm(np.array([maximum(around, 0.0), maximum(along, 0.0)]))
        return outside + minimum(maximum(around, along), 0.0)

    @staticmethod
    def balls(p, n):
        return [(point, 0.0) for z in (-0.5 * p.length, 0.5 * p.length) for point in rim(p.radius, z, n)]

    @staticmethod
    def rigid_balls(p, n):
        return [ball for z in (-0.5 * p.length, 0.5 * p.length) for ball in rigid_rim(p.radius, z, 0.0, n)]

    @staticmethod
    def core(p):
        return Core("cylinder", np.array([p.radius, 0.5 * p.length]))

    @staticmethod
    def reach(p):
        return (p.radius * p.radius + 0.25 * p.length * p.length) ** 0.5
