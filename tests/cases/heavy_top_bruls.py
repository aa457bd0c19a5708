"""The fast heavy top of Bruls, Cardona & Arnold (2012)."""

from mbfmu import Body, Model, PositionSensor, Spherical, World

from .case import Case, published


def model(formulation: str) -> Model:
    """It spins about its arm, at first horizontal."""
    model = Model("HeavyTop")
    model.world = World(g=9.81)
    model.top = Body(m=15.0, r_CM=[0, 1, 0], I=[0.234375, 0.46875, 0.234375])
    model.tip = Spherical(model.world.frame_b, model.top.frame_a, w_start=[0, 150, -4.61538])
    model.sensor = PositionSensor(model.top.at([0, 1, 0]))
    model.expose(outputs={"r": model.sensor.r})
    return model


CASES = (Case("heavy_top_bruls", model, published("heavy_top_bruls"), 2.0, 1.0, 1e-10),)
