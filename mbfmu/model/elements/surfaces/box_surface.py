"""BoxSurface: a cuboid."""

from itertools import product

import numpy as np

from ....base.scalars import maximum, minimum, norm
from ...declare.declarations import Parameter
from .base import Surface
from .core import Core


class BoxSurface(Surface):
    """A cuboid about its origin. On ground it touches with its corners; spheres touch its faces, edges and corners.

    On another box it touches with the four corners of what two faces have in common, or where two edges cross. Where faces are turned against each
    other, these are the corners of the parallelogram with the same area and moments."""

    points = 8
    size = Parameter("m", "lengths along x, y and z", shape=3, min=0.0)

    @staticmethod
    def distance(p, r, t):
        out = [abs(x) - 0.5 * length for x, length in zip(r, p.size)]
        inside = minimum(maximum(maximum(out[0], out[1]), out[2]), 0.0)
        return norm(np.array([maximum(x, 0.0) for x in out])) + inside

    @staticmethod
    def balls(p, n):
        return [(0.5 * p.size * np.array(signs), 0.0) for signs in product((-1.0, 1.0), repeat=3)]

    @staticmethod
    def core(p):
        return Core("points", np.concatenate([0.5 * p.size * np.array(signs) for signs in product((-1.0, 1.0), repeat=3)]))

    @staticmethod
    def reach(p):
        return 0.5 * (p.size @ p.size) ** 0.5
