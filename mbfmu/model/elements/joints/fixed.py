"""Fixed: no motion at all."""

import numpy as np

from .base import Joint
from .relative_turn import misalignment


class Fixed(Joint):
    """Holds frame_b on frame_a.

    Nothing moves: the motion subspace S is (6, 0), and the frames coincide always.
    """

    nq = nv = 0
    closure_units = ("rad", "rad", "rad", "m", "m", "m")

    @staticmethod
    def motion(q):
        return np.eye(3), np.zeros(3)

    @staticmethod
    def subspace(q):
        return np.zeros((6, 0))

    @staticmethod
    def closure(R, r):
        return np.array([*misalignment(R), *r])

    @staticmethod
    def coordinates_from_pose(R, r, near):
        return np.zeros(0)

    @staticmethod
    def start(p):
        return np.zeros(0), np.zeros(0)

    @staticmethod
    def outputs(q, v, v_dot):
        return {}
