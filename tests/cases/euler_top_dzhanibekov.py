"""Free rotation near the intermediate axis, four flips long."""

from mbfmu import Body, FreeMotion, Model, World

from .case import Case, published


def model(formulation: str) -> Model:
    """No forces."""
    model = Model("EulerTop")
    model.world = World(g=0.0)
    model.body = Body(m=1.0, I=[1.0, 2.0, 3.0])
    model.free = FreeMotion(model.world.frame_b, model.body.frame_a, w_start=[0.01, 5.0, 0.01])
    model.expose(outputs={"w": model.free.w})
    return model


CASES = (Case("euler_top_dzhanibekov", model, published("euler_top_dzhanibekov"), 20.0, 10.0, 1e-12),)
