"""A pendulum on a slanted hinge, and what the hinge carries."""

import numpy as np

from mbfmu import Body, JointReaction, Model, OrientationSensor, PositionSensor, Revolute, World

from .case import Case, published
from .signals import rotations


def model(formulation: str) -> Model:
    """The body's x is along the arm, its z along the axis."""
    model = Model("Revolute02")
    model.world = World(g=9.80665)
    model.arm = Body(m=1.0, r_CM=[2, 0, 0], I=[0.04, 0.1, 0.1])
    model.hinge = Revolute(model.world.at([1, 2, 3], n=[1, 0, 0], angle=-np.pi / 4), model.arm.frame_a)
    model.com, model.frame, model.reaction = (
        PositionSensor(model.arm.at([2, 0, 0])),
        OrientationSensor(model.arm.frame_a),
        JointReaction(model.hinge),
    )
    model.expose(outputs={"com": model.com.r, "R": model.frame.R, "f": model.reaction.f})
    return model


def measure(signals):
    """The centre of mass, and the force of the hinge on the body, resolved in the world."""
    return {"com": signals["com"], "reaction": np.einsum("nij,nj->ni", rotations(signals["R"]), signals["f"])}


CASES = (Case("adams_revolute", model, published("adams_revolute"), 5.0, 0.25, 1e-09, measure=measure),)
