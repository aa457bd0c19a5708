"""Modelica's MultiBody.Examples.Elementary.ThreeSprings: a body on three springs that meet in a massless point."""

from mbfmu import Body, FreeMotion, MasslessPoint, Model, PositionSensor, SpringDamperParallel, VelocitySensor, World

from .case import Case, published


def model(formulation: str) -> Model:
    """All starts at rest."""
    model = Model("ThreeSprings")
    model.world = World(g=9.81, n=[0, -1, 0])
    model.body = Body(m=0.8, r_CM=[0, -0.2, 0], I=0.1)
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, r_start=[0.5, -0.3, 0])
    model.node = MasslessPoint(r_start=[0.3, -0.1, 0.1])
    model.spring1 = SpringDamperParallel(model.world.at([0.3, 0, 0]), model.node.frame_a, c=20, s_unstretched=0.1)
    model.spring2 = SpringDamperParallel(model.node.frame_a, model.body.frame_a, c=40, s_unstretched=0.1)
    model.spring3 = SpringDamperParallel(model.world.at([0, 0, 0.3]), model.node.frame_a, c=20, s_unstretched=0.1)
    model.position, model.velocity = PositionSensor(model.body.frame_a), VelocitySensor(model.body.frame_a)
    model.expose(outputs={"r": model.position.r, "v": model.velocity.v, "w": model.velocity.w})
    return model


CASES = (Case("msl_three_springs", model, published("msl_three_springs"), 10.0, 2.0, 1e-09),)
