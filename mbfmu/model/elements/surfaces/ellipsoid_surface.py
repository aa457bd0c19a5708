"""EllipsoidSurface: an ellipsoid."""

from ....base.scalars import maximum
from ...declare.declarations import Parameter
from .base import Surface
from .core import Core


class EllipsoidSurface(Surface):
    """An ellipsoid about its origin."""

    rounded = True
    semi_axes = Parameter("m", "half its lengths along x, y and z", shape=3, min=0.0, exclusive_min=True)

    @staticmethod
    def balls(p, n):
        scaled = p.semi_axes * n
        return [(-p.semi_axes * scaled / (scaled @ scaled) ** 0.5, 0.0)]

    @staticmethod
    def core(p):
        return Core("ellipsoid", p.semi_axes)

    @staticmethod
    def reach(p):
        return maximum(maximum(p.semi_axes[0], p.semi_axes[1]), p.semi_axes[2])
