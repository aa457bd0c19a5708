"""JointForce: a given force on a prismatic joint."""

import numpy as np

from ...model.declarations import Input
from ..joints.prismatic import Prismatic
from .base import JointLoad


class JointForce(JointLoad):
    """Drives a prismatic joint with the input f."""

    attachments = {"joint": Prismatic}
    f = Input("N", "force on frame_b of the joint; its opposite acts on frame_a")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([u.f])
