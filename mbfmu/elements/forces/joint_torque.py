"""JointTorque: a given torque on a revolute joint."""

import numpy as np

from ...model.declarations import Input
from ..joints.revolute import Revolute
from .base import JointLoad


class JointTorque(JointLoad):
    """Drives a revolute joint with the input tau."""

    attachments = {"joint": Revolute}
    tau = Input("N.m", "torque on frame_b of the joint; its opposite acts on frame_a")

    @staticmethod
    def load(p, u, t, q, v):
        return np.array([u.tau])
