"""RollingSphere: a ball that rolls on a plane."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Constraint
from .relative_motion import relative_position, velocity_of_point


class RollingSphere(Constraint):
    """Lets a sphere around frame_sphere roll without slip on the plane z = 0 of frame_plane, which may move.

    It keeps touching the plane (holonomic), and its point of contact has no velocity in it (two nonholonomic rows); it may spin
    about the normal.
    """

    attachments = {"frame_plane": Frame, "frame_sphere": Frame}
    units = ("m", "m", "m")
    holonomic = (True, False, False)
    radius = Parameter("m", "radius of the sphere", min=0.0, exclusive_min=True)
    f = Output("N", "force of the plane on the sphere at the point of contact, resolved in frame_plane", shape=3)

    @staticmethod
    def residual(p, u, t, plane, sphere):
        slip = velocity_of_point(plane, sphere, np.array([0.0, 0.0, -p.radius]))
        return np.array([relative_position(plane, sphere)[2] - p.radius, slip[0], slip[1]])

    @staticmethod
    def outputs(p, u, t, multipliers, plane, sphere):
        return {"f": np.array([multipliers[1], multipliers[2], multipliers[0]])}
