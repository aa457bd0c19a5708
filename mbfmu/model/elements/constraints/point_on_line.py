"""PointOnLine: a frame whose origin stays on a line."""

import numpy as np

from ....base.scalars import where
from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Constraint
from .relative_motion import relative_position

JUMP = -0.79  # cosine: no face of a box, level or at 30, 45 or 60 degrees, has a normal there, whose roundoff would turn the axes about


class PointOnLine(Constraint):
    """Keeps the origin of frame_b on the line through that of frame_a along n."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    units = ("m", "m")
    relative = True
    n = Parameter("1", "direction of the line, resolved in frame_a, of any length but zero", [1, 0, 0], shape=3)
    f = Output("N", "force on frame_b, resolved in frame_a", shape=3)

    check_messages = ("{n} must not be zero (direction of the line)",)

    @staticmethod
    def checks(p):
        return np.array([p.n @ p.n])

    @staticmethod
    def residual(p, u, t, a, b):
        return across(p.n) @ relative_position(a, b)

    @staticmethod
    def outputs(p, u, t, multipliers, a, b):
        return {"f": across(p.n).T @ multipliers}


def across(n):
    """Two unit vectors (2, 3) perpendicular to n (3,) and to each other; they jump where n crosses a cone about -z.

    Source: Duff et al. (2017), Building an orthonormal basis, revisited.
    """
    x, y, z = n / (n @ n) ** 0.5
    sign = where(z < JUMP, -1.0, 1.0)
    a = 1.0 / (sign + z)
    return np.array([[1.0 - sign * x * x * a, -sign * x * y * a, -sign * x], [-x * y * a, sign - y * y * a, -y]])
