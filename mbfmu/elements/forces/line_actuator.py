"""LineActuator: a given force along the line between two frames."""

from ...model.declarations import Input, Output
from ...model.frame import Frame
from ...scalars import kernel
from .base import Force
from .line import along, line


class LineActuator(Force):
    """Pushes its frames apart with the input f, as a hydraulic cylinder does."""

    attachments = {"frame_a": Frame, "frame_b": Frame}
    f = Input("N", "force that pushes the frames apart")
    s = Output("m", "distance between the frames")
    v = Output("m/s", "rate of the distance")

    @staticmethod
    @kernel
    def wrenches(p, u, a, b):
        return along(line(a, b)[2], u.f)

    @staticmethod
    def outputs(p, u, a, b):
        s, v, _ = line(a, b)
        return {"s": s, "v": v}
