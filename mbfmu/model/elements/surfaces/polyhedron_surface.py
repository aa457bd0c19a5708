"""PolyhedronSurface: the vertices of a convex polyhedron."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MbfmuError
from ....base.scalars import maximum
from ...declare.declarations import Parameter
from ...declare.sized import Sized
from .base import Surface
from .core import Core


class PolyhedronSurface(Sized, Surface):
    """A convex polyhedron, given by its vertices, or by any points of which it is the convex hull. On ground it touches with them."""

    points = 0
    vertices = Parameter("m", "vertices, a row for each", shape=(1, 3))

    def __new__(cls, *_: Any, vertices: Any = None, **__: Any):
        if cls.key:
            return super().__new__(cls)
        try:
            shape = np.asarray(vertices, dtype=float).shape
        except (TypeError, ValueError):
            shape = ()
        if len(shape) != 2 or shape[1] != 3 or not shape[0]:
            raise MbfmuError("PolyhedronSurface: vertices must be an array (n, 3) of numbers [m], a row for each vertex")
        return super().__new__(cls.sized(shape[0]))

    @classmethod
    def sized_members(cls, count: int) -> dict[str, Any]:
        return {"points": count, "vertices": Parameter("m", cls.vertices.description, shape=(count, 3))}

    @staticmethod
    def balls(p, n):
        return [(vertex, 0.0) for vertex in p.vertices]

    @staticmethod
    def core(p):
        return Core("points", p.vertices.ravel())

    @staticmethod
    def reach(p):
        farthest = 0.0
        for vertex in p.vertices:
            farthest = maximum(farthest, vertex @ vertex)
        return farthest**0.5
