"""A link that turns at a constant speed about an axis of the world, whose poses are known in closed form."""

import numpy as np

from mbfmu import Body, LineActuator, Model, Revolute, World

SPEED, ARM = 1.3, 0.7  # rad/s and m


def turning(**body) -> Model:
    """A crank and a tip that turn together about y; nothing pulls at them."""
    model = Model("Turning", stop_time=2.0, step_size=0.01)
    model.world = World(g=0.0)
    model.crank = Body(m=1.0, I=[0.1, 0.1, 0.1], **body)
    model.tip = Body(m=1.0, I=[0.1, 0.1, 0.1])
    model.shaft = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 1, 0], w_start=SPEED)
    model.pin = Revolute(model.crank.at([ARM, 0, 0]), model.tip.frame_a, n=[0, 1, 0])
    model.jack = LineActuator(model.world.at([0, 0, 1.0]), model.tip.frame_a)
    model.expose(outputs={"angle": model.shaft.phi}, inputs={"push": model.jack.f})
    return model


def tip(t: float) -> tuple[np.ndarray, np.ndarray]:
    """Where the tip's joint is at time t, r (3,), and the Euler parameters (4,) of the crank, with cos >= 0."""
    angle = SPEED * t
    Q = np.array([0.0, np.sin(angle / 2), 0.0, np.cos(angle / 2)])
    return ARM * np.array([np.cos(angle), 0.0, -np.sin(angle)]), Q * np.sign(Q[3])
