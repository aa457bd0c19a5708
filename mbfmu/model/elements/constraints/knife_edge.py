"""KnifeEdge: a blade that glides along itself and not sideways, as that of a skate or a sleigh."""

import numpy as np

from ...declare.declarations import Output
from ...declare.frame import Frame
from .base import Constraint
from .relative_motion import relative_velocity


class KnifeEdge(Constraint):
    """Keeps a blade from moving sideways on the plane z = 0 of frame_plane: along y of frame_edge, projected onto the plane.

    Nothing holds it in the plane: join it with Planar, say. Not for a blade that lies flat.
    """

    attachments = {"frame_plane": Frame, "frame_edge": Frame}
    units = ("m",)
    holonomic = False
    f = Output("N", "force on the edge, sideways, in the sense of its y")

    @staticmethod
    def residual(p, u, t, plane, edge):
        x, y, _ = plane.R.T @ edge.R[:, 1]
        v = relative_velocity(plane, edge)
        return np.array([(x * v[0] + y * v[1]) / (x * x + y * y) ** 0.5])

    @staticmethod
    def outputs(p, u, t, multipliers, plane, edge):
        return {"f": multipliers[0]}
