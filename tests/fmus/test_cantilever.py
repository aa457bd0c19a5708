"""The ruler that bends far: under a torque alone it is an arc of a circle."""

import numpy as np
import pytest

from mbfmu import equilibrium
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS
from tests.tolerances import SETTLED

EI, LENGTH, TORQUE = 210e9 * 0.03 * 0.001**3 / 12, 1.0, 0.8


def test_a_torque_bends_it_to_an_arc():
    ruler = load_model(FMUS / "cantilever" / "model.py")
    ruler.world.g = 0.0
    found, curvature = equilibrium(ruler, {"torque[2]": -TORQUE}).outputs, TORQUE / EI
    assert found["tip[1]"] == pytest.approx(np.sin(curvature * LENGTH) / curvature, rel=SETTLED)
    assert found["tip[3]"] == pytest.approx((1 - np.cos(curvature * LENGTH)) / curvature, rel=SETTLED)
    assert found["root_stress[1]"] == pytest.approx(210e9 * curvature * 0.0005, rel=SETTLED)
