"""LineActuator: a given force along the line between two frames."""

from ....base.scalars import kernel
from ...declare.declarations import Input, Output
from ...ports import TRANSLATIONAL
from .line import LineForce, along, line


class LineActuator(LineForce):
    """Pushes its frames apart with the input f, as a hydraulic cylinder does."""

    port = TRANSLATIONAL
    f = Input("N", "force that pushes the frames apart")
    s = Output("m", "distance between the frames")
    v = Output("m/s", "rate of the distance")

    @staticmethod
    def wrenches(p, u, t, a, b):
        return along(line(a, b)[2], u.f)

    @staticmethod
    def outputs(p, u, t, a, b):
        s, v, _ = line(a, b)
        return {"s": s, "v": v}

    def port_acceleration(self, see):
        frames = (self.frame_a, self.frame_b)
        return _acceleration(*map(see.frame, frames), *map(see.acceleration, frames))


@kernel
def _acceleration(a, b, of_a, of_b):
    """Rate of the rate of the distance: that along the line, and what turning of the line adds."""
    s, v, n = line(a, b)
    across = b.v - a.v - v * n
    return n @ (of_b.a - of_a.a) + (across @ across) / s
