"""A differential with half shafts against closed forms: how it accelerates, and its two frequencies of torsion."""

import numpy as np
import pytest

from mbfmu import Body, Fixed, Model, World, linearize, simulate
from mbfmu.model.vehicles import Drivetrain, Point
from tests.tolerances import EIGENVALUE, INTEGRATION

from .suspensions import WHEEL

SHAFTS = Drivetrain(Point(0.0, 0.0, 0.31), m_carrier=20.0, I_carrier=0.25, m_shaft=4.0, I_shaft=0.02, c=6e3, d=0.0)


def axle() -> Model:
    """Two wheels with bearings on a body that does not move, and what drives them."""
    model = Model("Axle")
    model.world, model.body = World(g=0), Body(m=1.0)
    model.hold = Fixed(model.world.frame_b, model.body.frame_a)
    wheels = [WHEEL.add(model, side, model.body, Point(0.0, y, 0.31), model.hold) for side, y in (("left", 0.75), ("right", -0.75))]
    drive = SHAFTS.add(model, "drive", model.body, *wheels)
    model.expose(inputs={"torque": drive.input}, outputs={side: corner.bearing.w for side, corner in zip(("left", "right"), wheels)})
    return model


def test_its_frequencies_of_torsion():
    """Both shafts against both wheels: w^2 = 2 c (1/(J_c + 2 J_s) + 1/(2 J_w)); one against the other, the carrier still: w^2 = c (1/J_s + 1/J_w)."""
    s, J = SHAFTS, WHEEL.I_axle
    together = 2 * s.c * (1 / (s.I_carrier + 2 * s.I_shaft) + 1 / (2 * J))
    against = s.c * (1 / s.I_shaft + 1 / J)
    found = [abs(mode.eigenvalue) for mode in linearize(axle()).modes() if abs(mode.eigenvalue) > 1.0]
    assert sorted(found) == pytest.approx(np.sqrt([together, against]), rel=EIGENVALUE)


def test_it_drives_both_wheels_alike():
    run = simulate(axle(), 1.0, 0.1, inputs={"torque": 1.0}, rtol=1e-10)
    assert run["left"] == pytest.approx(run["right"], abs=INTEGRATION)
    carried = SHAFTS.I_carrier + 2 * SHAFTS.I_shaft
    mean = run["time"][-1] / (carried + 2 * WHEEL.I_axle)
    w = np.sqrt(2 * SHAFTS.c * (1 / carried + 1 / (2 * WHEEL.I_axle)))
    swing = mean * (1 - np.sin(w) / w)
    assert run["left"][-1] == pytest.approx(swing, rel=INTEGRATION)
