"""LineLoad: a load along the line between two frames."""

from ....base.scalars import norm
from ....base.spatial.rotations import cross
from ...declare.declarations import Input, Output
from ...declare.frame import Frame
from .base import Force


class LineLoad(Force):
    """Loads the span between two frames, such as nodes of a flexible body, with the input q for each length, resolved in the world.

    Half of the load acts on each frame, and couples with it that bend a beam between the frames as the distributed load does: deflections and
    slopes of a beam at its nodes are those of the distributed load. Stresses between two nodes lack the bending of that span alone; so give a beam
    more nodes where these are asked for. Source: consistent loads, such as in Przemieniecki (1968), Theory of matrix structural analysis.
    """

    attachments = {"frame_a": Frame, "frame_b": Frame}
    q = Input("N/m", "load for each length of the span, resolved in the world", shape=3)
    f = Output("N", "the whole load, resolved in the world", shape=3)

    @staticmethod
    def outputs(p, u, t, a, b):
        return {"f": norm(b.r - a.r) * u.q}

    @classmethod
    def wrenches(cls, p, u, t, a, b):
        f = cls.outputs(p, u, t, a, b)["f"]
        couple = cross(b.r - a.r, f) / 12.0
        return (0.5 * f, couple), (0.5 * f, -couple)
