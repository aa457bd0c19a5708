"""Where a joint of one coordinate starts, for what drives it from there."""

import numpy as np

from ....base.scalars import kernel


@kernel
def start_coordinate(joint, p):
    """The coordinate of a joint at its start parameters."""
    q, _ = joint.start(p)
    return np.array(q[0])


@kernel
def start_rate(joint, p):
    """The rate of this coordinate there."""
    return np.array(joint.rate(*joint.start(p))[0])
