"""The pump in steady states by hand, and by its balance of power."""

import numpy as np
import pytest

from mbfmu import BlockModel, Pump, linearize, simulate

from ...tolerances import ENERGY_BALANCE, INTEGRATION, ROUNDOFF
from .responding import respond


@pytest.mark.parametrize("p, share", [(150e5, 1.0), (206e5, 0.4), (215e5, 0.0)])
def test_displacement_comes_to_what_the_pressure_lacks(p, share):
    """Full displacement far below p_set = 210 bar, none above, and (p_set - p) / p_band in between."""
    pump = Pump(V_max=8e-6, p_band=10e5, leakage=1e-12, p_tank=1e5)
    found = simulate(BlockModel("Pump", pump), stop_time=2.0, inputs={"p": p, "p_set": 210e5, "shaft.w": 100.0})
    assert found["V"][-1] == pytest.approx(share * 8e-6, rel=INTEGRATION, abs=INTEGRATION * 8e-6)
    assert found["Q"][-1] == pytest.approx(share * 8e-4 - 1e-12 * (p - 1e5), rel=INTEGRATION, abs=INTEGRATION * 8e-4)


def test_its_pole_is_that_of_the_displacement():
    np.testing.assert_allclose(linearize(BlockModel("Pump", Pump(T=0.04)), inputs={"p": 205e5}).A, [[-25.0]], rtol=ROUNDOFF)


def test_power_of_the_shaft_goes_into_the_oil_and_into_losses():
    p, _, outputs = respond(Pump(d=0.02), {"p_set": 210e5, "p": 201e5, "shaft.phi": 0.0, "shaft.w": 120.0}, {"V_state": 5e-6})
    lost = p.leakage * 200e5**2 + 0.02 * 120.0**2
    assert -outputs["shaft.tau"] * 120.0 == pytest.approx(outputs["Q"] * 200e5 + lost, rel=ENERGY_BALANCE)
