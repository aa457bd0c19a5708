"""A corner of a car runs over a cleat at 36 km/h: on a tire whose belt is a rigid ring, and on the same tire without a belt.

`mbfmu build docs/examples/cleat.py` writes the FMU of the first.
"""

import numpy as np

from mbfmu import (
    Body,
    BumpRoad,
    JointReaction,
    MagicFormulaTire,
    Model,
    Prismatic,
    Revolute,
    SteadyJointMotion,
    TranslationSpringDamper,
    World,
    simulate,
)
from mbfmu.model.vehicles import MID_SIZE_RING
from mbfmu.view import view_model

HEIGHT, SPEED = 0.308, 10.0  # m, m/s
BODY, UNSPRUNG, SPRING = 320.0, 38.85, 24e3  # kg, kg, N/m


def corner(belt: bool) -> Model:
    """A body on a strut, a carrier on rails, and a wheel that rolls freely, of which the tire takes a belt or not."""
    model = Model("Cleat", "corner of a car on a cleat", stop_time=0.5, step_size=1e-3)
    model.world, model.slide, model.body = World(g=9.81), Body(m=0.0), Body(m=BODY)
    model.carrier, model.wheel = Body(m=UNSPRUNG - 18.0), Body(m=18.0, I=[0.6, 1.1, 0.6])
    model.rails = Prismatic(model.world.at([-1.0, 0.0, HEIGHT]), model.slide.frame_a, n=[1, 0, 0])
    model.drive = SteadyJointMotion(model.rails, v=SPEED)
    model.hop = Prismatic(model.slide.frame_a, model.carrier.frame_a, n=[0, 0, 1])
    model.strut = Prismatic(model.carrier.frame_a, model.body.frame_a, n=[0, 0, 1])
    model.spring = TranslationSpringDamper(model.strut, c=SPRING, d=1700.0, s_rel0=BODY * 9.81 / SPRING)
    model.bearing = Revolute(model.carrier.frame_a, model.wheel.frame_a, n=[0, 1, 0], w_start=SPEED / 0.32)
    model.road = BumpRoad(bump=0.01, length=0.05, edge=0.04)
    if belt:
        MID_SIZE_RING.add(model, "tire", model.bearing, model.road).start(HEIGHT)
    else:
        model.tire = MagicFormulaTire(model.wheel.frame_a, model.road, **MID_SIZE_RING.tire)
    model.axle = JointReaction(model.hop)
    model.expose(outputs={"tire": model.tire.F, "axle": model.axle.f, "body": model.strut.s})
    return model


model = corner(belt=True)

if __name__ == "__main__":
    for name, of in (("with a belt", model), ("without", corner(belt=False))):
        result = simulate(of)
        load, pull = result["tire[3]"], result["axle[1]"] - result["axle[1]"][-1]
        loudest = np.fft.rfftfreq(8192, of.step_size)[np.abs(np.fft.rfft(pull[150:], 8192)).argmax()]
        print(f"{name:12} load up to {load.max():5.0f} N, pull {np.ptp(pull):5.0f} N, which swings with {loudest:4.1f} Hz behind the cleat")
    view_model(model, "cleat.html")
