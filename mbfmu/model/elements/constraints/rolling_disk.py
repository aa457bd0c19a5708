"""RollingDisk: a thin disk or wheel that rolls on a plane."""

import numpy as np

from ...declare.declarations import Output, Parameter
from ...declare.frame import Frame
from .base import Constraint
from .relative_motion import relative_position, velocity_of_point


class RollingDisk(Constraint):
    """Lets a thin disk roll without slip on the plane z = 0 of frame_plane, upright or leaning.

    Its centre is the origin of frame_disk, its axle along y of that; the plane may move. The point of contact is the lowest
    point of the rim: it keeps touching the plane (holonomic) and has no velocity in it (two nonholonomic rows). Not for a disk
    that lies flat.
    Source: Schwab & Meijaard (1999), Dynamics of flexible multibody systems having rolling contact.
    """

    attachments = {"frame_plane": Frame, "frame_disk": Frame}
    units = ("m", "m", "m")
    holonomic = (True, False, False)
    radius = Parameter("m", "radius of the disk", min=0.0, exclusive_min=True)
    f = Output("N", "force of the plane on the disk at the point of contact, resolved in frame_plane", shape=3)
    r_contact = Output("m", "point of contact, from frame_plane, resolved in it", shape=3)

    @staticmethod
    def residual(p, u, t, plane, disk):
        to_rim = RollingDisk.to_contact(p, plane, disk)
        height = relative_position(plane, disk)[2] + to_rim[2]
        slip = velocity_of_point(plane, disk, to_rim)
        return np.array([height, slip[0], slip[1]])

    @staticmethod
    def to_contact(p, plane, disk):
        """From the centre to the lowest point of the rim (3,), resolved in frame_plane: down, less what is along the axle."""
        x, y, z = plane.R.T @ disk.R[:, 1]
        upright = (x * x + y * y) ** 0.5
        return p.radius * np.array([x * z / upright, y * z / upright, -upright])

    @staticmethod
    def outputs(p, u, t, multipliers, plane, disk):
        f = np.array([multipliers[1], multipliers[2], multipliers[0]])
        return {"f": f, "r_contact": relative_position(plane, disk) + RollingDisk.to_contact(p, plane, disk)}
