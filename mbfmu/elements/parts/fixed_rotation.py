"""FixedRotation: frame_b shifted and turned against frame_a."""

from ...model.declarations import Axis, Parameter
from ...spatial.rotations import about_axis
from .placed import Placed


class FixedRotation(Placed):
    """A massless rod from frame_a to frame_b, frame_b turned by `angle` about n."""

    n = Axis("axis of rotation, resolved in frame_a", [1, 0, 0])
    angle = Parameter("rad", "angle by which frame_b is turned about n", 0.0)
    r = Parameter("m", "vector from frame_a to frame_b, resolved in frame_a", [0, 0, 0], shape=3)

    @staticmethod
    def placement(p):
        return about_axis(p.n, p.angle), p.r
