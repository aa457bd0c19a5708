"""The motion that a hub port tells, as forces of a mechanism see it."""

import numpy as np

from ...base.scalars import Record
from ...base.spatial.euler_parameters import rotation


def hub_motion(hub):
    """Its frame: R (3, 3) takes its vectors into the world, r [m] and v [m/s] (3,) are resolved in the world, w (3,) [rad/s] in its own axes."""
    e0, e1, e2, e3 = hub.rot
    R = rotation(np.array([e1, e2, e3, e0]))
    return Record(R=R, r=hub.pos, v=hub.lin_vel, w=R.T @ hub.ang_vel)
