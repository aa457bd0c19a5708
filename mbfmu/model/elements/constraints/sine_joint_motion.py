"""SineJointMotion: a joint that swings to and fro."""

from math import pi

import numpy as np

from ...declare.declarations import Parameter
from .joint_motion_time import JointMotionTime


class SineJointMotion(JointMotionTime):
    """Moves a joint as offset + amplitude sin(2 pi frequency t + phase).

    In units, q stands for that of the coordinate (rad or m), F for that of the force along it (N.m or N).
    """

    amplitude = Parameter("q", "amplitude")
    frequency = Parameter("Hz", "frequency", min=0.0)
    phase = Parameter("rad", "phase at time 0", 0.0)
    offset = Parameter("q", "coordinate it swings about", 0.0)

    @staticmethod
    def s(p, t):
        return p.offset + p.amplitude * np.sin(2.0 * pi * p.frequency * t + p.phase)
