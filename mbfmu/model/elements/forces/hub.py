"""Hub: a port at a frame, for forces from elsewhere, such as those of a tire."""

import numpy as np

from ....base.scalars import kernel
from ....base.spatial.rotations import cross
from ...declare.declarations import Input, Output
from ...declare.frame import Frame
from ...ports import HUB
from ..joints.relative_turn import nearest_parameters
from .base import Force

XYZ = ("x", "y", "z")
NO_TURN = np.array([0.0, 0.0, 0.0, 1.0])


class Hub(Force):
    """Gives the motion of frame_a, and takes a force at a point and a moment about this point, all resolved in the world.

    `Model.expose(ports={"wheel_FL": car.hub_FL})` shows it as the port wheel_FL, whose variables have the names of Project Chrono's wheels.
    """

    attachments = {"frame_a": Frame}
    port = HUB
    pos = Output("m", "position of frame_a, resolved in the world", pieces=XYZ)
    rot = Output("1", "quaternion that takes vectors of frame_a into the world, e0 = cos", pieces=("e0", "e1", "e2", "e3"))
    lin_vel = Output("m/s", "velocity of frame_a, resolved in the world", pieces=XYZ)
    ang_vel = Output("rad/s", "angular velocity of frame_a, resolved in the world", pieces=XYZ)
    point = Input("m", "where the force acts, resolved in the world", pieces=XYZ)
    force = Input("N", "force on the frame's part, resolved in the world", pieces=XYZ)
    moment = Input("N.m", "moment on the frame's part about the point, resolved in the world", pieces=XYZ)

    @staticmethod
    def wrenches(p, u, t, a):
        return ((u.force, u.moment + cross(u.point - a.r, u.force)),)

    @staticmethod
    def outputs(p, u, t, a):
        return {"pos": a.r, "rot": _quaternion(a.R), "lin_vel": a.v, "ang_vel": a.R @ a.w}

    def port_acceleration(self, see):
        return _acceleration(see.acceleration(self.frame_a), see.frame(self.frame_a))


@kernel
def _acceleration(of, frame):
    """Linear and angular acceleration (6,), resolved in the world."""
    return np.array([*of.a, *(frame.R @ of.z)])


def _quaternion(R):
    """Quaternion (e0 = cos, e1, e2, e3) with e0 >= 0."""
    Q = nearest_parameters(R, NO_TURN)
    return np.array([Q[3], Q[0], Q[1], Q[2]])
