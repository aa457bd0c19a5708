"""The flyball governor: a spinning shaft, a slider on it, two hinged rods with balls, held to the slider by stiff springs."""

import numpy as np

from mbfmu import Body, Fixed, Model, Prismatic, Revolute, SpringDamperParallel, World

from .case import Case, published
from .shapes import bar
from .signals import unwrapped

ROD = 0.3  # kg


def model(formulation: str) -> Model:
    """The springs start at their length without force."""
    model = Model("FlyballGovernor", integrator="radau")
    model.world = World(g=9.81)
    model.shaft = Body(m=ROD, r_CM=[0, 0, 0.5], I=bar(ROD, [0, 0, 1], 0.01))
    model.bearing = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 0, 1], w_start=2 * np.pi)
    model.slider = Body(m=3.0, I=3.0 * 0.1**2 / 6)
    model.guide = Prismatic(model.shaft.frame_a, model.slider.frame_a, n=[0, 0, 1], s_start=0.5)
    for i, out in ((1, 1), (2, -1)):
        rod = model.add(f"rod{i}", Body(m=ROD, r_CM=[out / 2, 0, 0], I=bar(ROD, [1, 0, 0], 0.01)))
        ball = model.add(f"ball{i}", Body(m=5.0))
        model.add(f"weld{i}", Fixed(rod.at([out, 0, 0]), ball.frame_a))
        model.add(f"hinge{i}", Revolute(model.shaft.at([out * 0.05, 0, 1]), rod.frame_a, n=[0, out, 0], phi_start=np.pi / 6))
        ends = model.slider.at([out * 0.05, 0, 0]), rod.at([out / 2, 0, 0])
        model.add(f"spring{i}", SpringDamperParallel(*ends, c=8e5, d=4e4, s_unstretched=0.5))
    model.expose(outputs={"s": model.guide.s, "psi": model.bearing.phi})
    return model


def measure(signals):
    """The height of the slider, and the angle of the shaft without jumps."""
    return {"s": signals["s"], "psi": unwrapped(signals["psi"], 0.0)}


CASES = (
    Case(
        "iftomm_a05_flyball",
        model,
        published("iftomm_a05_flyball"),
        10.0,
        0.1,
        1e-7,
        measure=measure,
        slow=frozenset({"newton_euler", "udwadia_phohomsiri"}),
    ),
)
