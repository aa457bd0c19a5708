"""FrameMotionTime: the position of a frame, given as a function of time."""

import numpy as np

from ...declare.dry_run import symbols
from ...declare.return_values import numbers
from .frame_motion import FrameMotion
from .relative_motion import relative_position


class FrameMotionTime(FrameMotion):
    """Moves frame_b as time says. A new kind declares its parameters and supplies the static

    `r(p, t)` -> its position (3,) relative to frame_a, resolved in frame_a, smooth, plain NumPy.
    """

    def dry_run(self, dry_run):
        if dry_run.call("r", {"p": dry_run.parameters, "t": symbols(())}, numbers((3,))) is not None:
            super().dry_run(dry_run)

    @classmethod
    def residual(cls, p, u, t, a, b):
        return relative_position(a, b) - np.array(cls.r(p, t))
