"""A body that a drive carries, and its motion as arrays."""

import numpy as np

from mbfmu import Body, FreeMotion, Model, PositionSensor, World
from mbfmu.model.declare.declarations import Input
from mbfmu.model.declare.element import declarations

M, I, G = 2.0, 0.3, 9.81  # kg, kg m2, m/s2


def carried(drive, **values):
    """A heavy ball carried along by a drive at a point of it, which turns freely in all directions."""
    model = Model("Carried")
    model.world = World(g=G)
    model.ball = Body(m=M, I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.ball.frame_a, w_start=[1.0, 2.0, 3.0])
    model.drive = drive(model.world.frame_b, model.ball.frame_a, **values)
    model.place = PositionSensor(model.ball.frame_a)
    model.expose(
        inputs={name: getattr(model.drive, name) for name in declarations(drive, Input)},
        outputs={"place": model.place.r, "f": model.drive.f, "P": model.drive.P},
    )
    return model


def columns(run, name):
    return np.column_stack([run[f"{name}[{i}]"] for i in (1, 2, 3)])
