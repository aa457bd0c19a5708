"""FrameMotionFiltered: the position of a frame, given by an input behind a filter."""

import numpy as np

from ....base.scalars import kernel
from ...declare.declarations import Input, Parameter, State
from .frame_motion import FrameMotion
from .relative_motion import relative_position, relative_velocity


class FrameMotionFiltered(FrameMotion):
    """Moves frame_b to (x, y, z), which follows the input r by x_ddot = w^2 (r[1] - x) - 2 D w x_dot; r may jump.

    If its start is not given, it starts at the start position of frame_b. If r is not set, r is this position.
    """

    w = Parameter("rad/s", "natural frequency of the filter", min=0.0, exclusive_min=True)
    D = Parameter("1", "damping ratio of the filter", 1.0, min=0.0)
    r = Input("m", "commanded position of frame_b relative to frame_a, resolved in frame_a", shape=3)
    x_start = Parameter("m", "x at the start; None: that of frame_b", None, start=True)
    y_start = Parameter("m", "y at the start; None: that of frame_b", None, start=True)
    z_start = Parameter("m", "z at the start; None: that of frame_b", None, start=True)
    x_dot_start = Parameter("m/s", "rate of x at the start; None: that of frame_b", None, start=True)
    y_dot_start = Parameter("m/s", "rate of y at the start; None: that of frame_b", None, start=True)
    z_dot_start = Parameter("m/s", "rate of z at the start; None: that of frame_b", None, start=True)
    x = State("m", "position of frame_b along x of frame_a")
    y = State("m", "position of frame_b along y of frame_a")
    z = State("m", "position of frame_b along z of frame_a")
    x_dot = State("m/s", "rate of x")
    y_dot = State("m/s", "rate of y")
    z_dot = State("m/s", "rate of z")

    def input_start(self, declaration, see):
        return self.driven(see)

    def state_starts(self, see):
        own, there = see.parameters(self), _there(see.frame(self.frame_a), see.frame(self.frame_b))
        return {name: own.get(f"{name}_start", there[name]) for name in there}

    @staticmethod
    def residual(p, u, t, a, b):
        return relative_position(a, b) - np.array([u.x, u.y, u.z])

    @staticmethod
    def rates(p, u, t):
        r_dot = np.array([u.x_dot, u.y_dot, u.z_dot])
        r_ddot = p.w * (p.w * (u.r - np.array([u.x, u.y, u.z])) - 2.0 * p.D * r_dot)
        return {
            "x": r_dot[0],
            "y": r_dot[1],
            "z": r_dot[2],
            "x_dot": r_ddot[0],
            "y_dot": r_ddot[1],
            "z_dot": r_ddot[2],
        }


@kernel
def _there(a, b):
    """The states that agree with the motion of the frames."""
    r, r_dot = relative_position(a, b), relative_velocity(a, b)
    return {"x": r[0], "y": r[1], "z": r[2], "x_dot": r_dot[0], "y_dot": r_dot[1], "z_dot": r_dot[2]}
