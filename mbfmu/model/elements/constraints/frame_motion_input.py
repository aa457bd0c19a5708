"""FrameMotionInput: the position of a frame, given by inputs."""

from ...declare.declarations import Input
from .frame_motion import FrameMotion
from .relative_motion import relative_position


class FrameMotionInput(FrameMotion):
    """Moves frame_b as the inputs r, v and a say; they must belong together: v the rate of r, a the rate of v.

    If r is not set, it is the start position of frame_b, which then stands still.
    """

    r = Input("m", "position of frame_b relative to frame_a, resolved in frame_a", shape=3)
    v = Input("m/s", "rate of r", shape=3)
    a = Input("m/s2", "rate of v", shape=3)

    def input_start(self, declaration, see):
        return self.driven(see) if declaration.name == "r" else super().input_start(declaration, see)

    @staticmethod
    def residual(p, u, t, a, b):
        return relative_position(a, b) - u.r

    @staticmethod
    def rates(p, u, t):
        return {"r": u.v, "v": u.a}
