"""Offset: a placement at a fixed distance and angle."""

from ...base.spatial.rotations import about_axis
from ..declare.declarations import Parameter
from ..declare.element import Element
from ..declare.spatial_parameters import Axis


class Offset(Element):
    """Where frame_b stands relative to frame_a: shifted by r, and turned by `angle` about n."""

    n = Axis("axis of rotation, resolved in frame_a", [1, 0, 0])
    angle = Parameter("rad", "angle by which frame_b is turned about n", 0.0)
    r = Parameter("m", "vector from frame_a to frame_b, resolved in frame_a", [0, 0, 0], shape=3)

    @staticmethod
    def placement(p):
        return about_axis(p.n, p.angle), p.r
