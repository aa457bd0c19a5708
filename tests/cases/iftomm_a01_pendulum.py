"""A point mass on a massless rod, let go from the horizontal."""

from mbfmu import Body, Model, PositionSensor, Revolute, World

from .case import Case, published


def model(formulation: str) -> Model:
    """The bob has no moments of inertia."""
    model = Model("Pendulum")
    model.world = World(g=9.81, n=[0, -1, 0])
    model.bob = Body(m=1.0, r_CM=[-1, 0, 0])
    model.pivot = Revolute(model.world.frame_b, model.bob.frame_a, n=[0, 0, 1])
    model.sensor = PositionSensor(model.bob.at([-1, 0, 0]))
    model.expose(outputs={"r": model.sensor.r})
    return model


CASES = (Case("iftomm_a01_pendulum", model, published("iftomm_a01_pendulum"), 10.0, 10.0, 1e-10),)
