"""A rod whose end is held at a distance from a point by a massless link."""

from mbfmu import Body, Distance, FreeMotion, Model, PositionSensor, World

from .case import Case, published

ALONG_Y = [0, 0, 0.5**0.5, 0.5**0.5]  # x of the rod's frame is along y of the world


def model(formulation: str) -> Model:
    """Link and rod start in one line, at rest."""
    model = Model("Distance03")
    model.world = World(g=9.80665)
    model.rod = Body(m=1.0, r_CM=[2, 0, 0], I=[0.04, 0.1, 0.1])
    model.free = FreeMotion(model.world.frame_b, model.rod.frame_a, r_start=[0, 2, 0], Q_start=ALONG_Y)
    model.link = Distance(model.world.frame_b, model.rod.frame_a, s=2.0)
    model.com = PositionSensor(model.rod.at([2, 0, 0]))
    model.expose(outputs={"com": model.com.r})
    return model


CASES = (Case("adams_distance", model, published("adams_distance"), 5.0, 0.25, 1e-09),)
