"""FixedTranslation: frame_b shifted relative to frame_a."""

import numpy as np

from ...declare.declarations import Parameter
from .placed_frame import Placed


class FixedTranslation(Placed):
    """A massless rod from frame_a to frame_b."""

    r = Parameter("m", "vector from frame_a to frame_b, resolved in frame_a", shape=3)

    @staticmethod
    def placement(p):
        return np.eye(3), p.r
