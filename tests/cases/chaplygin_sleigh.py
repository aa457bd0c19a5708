"""Chaplygin's sleigh: a plate that slides on a plane and on a knife edge behind its centre of mass."""

from mbfmu import Body, KnifeEdge, Model, Planar, VelocitySensor, World

from .case import Case, published
from .signals import unwrapped


def model(formulation: str) -> Model:
    """The knife edge is in the sleigh's own frame, along its x."""
    model = Model("ChaplyginSleigh")
    model.world = World(g=9.81)
    model.sleigh = Body(m=2.0, r_CM=[0.25, 0, 0], I=0.3)
    model.plane = Planar(model.world.frame_b, model.sleigh.frame_a, v_x_start=0.5, w_start=2.0)
    model.edge = KnifeEdge(model.world.frame_b, model.sleigh.frame_a)
    model.sensor = VelocitySensor(model.sleigh.frame_a)
    plane = model.plane
    model.expose(outputs={"x": plane.s_x, "y": plane.s_y, "theta": plane.phi, "v": model.sensor.v, "w": model.sensor.w})
    return model


def measure(signals):
    """Position, heading, speed along the edge and turning rate."""
    return {
        "x": signals["x"],
        "y": signals["y"],
        "theta": unwrapped(signals["theta"], 0.0),
        "u": (signals["v"][:, 0] ** 2 + signals["v"][:, 1] ** 2) ** 0.5,
        "omega": signals["w"][:, 2],
    }


CASES = (Case("chaplygin_sleigh", model, published("chaplygin_sleigh"), 5.0, 0.1, 1e-09, measure=measure),)
