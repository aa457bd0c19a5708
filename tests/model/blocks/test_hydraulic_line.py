"""The line against the law of Hagen and Poiseuille, and as an oscillator."""

import numpy as np
import pytest

from mbfmu import BlockModel, HydraulicLine, linearize, simulate

from ...tolerances import ENERGY_BALANCE, INTEGRATION, ROUNDOFF
from .responding import respond

PIPE = {"length": 3.0, "diameter": 0.016, "density": 870.0, "viscosity": 40e-6, "bulk_modulus": 1.2e9}
AREA = np.pi * 0.016**2 / 4
THICK = {**PIPE, "viscosity": 25 * 40e-6}  # in which oscillations die out soon
L, C, R = 870.0 * 3.0 / AREA, AREA * 3.0 / 1.2e9, 128 * 40e-6 * 870.0 * 3.0 / (np.pi * 0.016**4)


def test_in_steady_flow_the_pressure_falls_by_hagen_and_poiseuille():
    found = simulate(BlockModel("Line", HydraulicLine(**THICK, p_a_start=50e5)), stop_time=1.0, inputs={"Q_a": 2e-4, "Q_b": 2e-4})
    assert found["p_a"][-1] - found["p_b"][-1] == pytest.approx(25 * R * 2e-4, rel=INTEGRATION)
    assert found["p_a"][-1] + found["p_b"][-1] == pytest.approx(51e5, rel=INTEGRATION)
    assert found["Re"][-1] == pytest.approx(2e-4 / AREA * 0.016 / 1e-3, rel=INTEGRATION)


def test_its_eigenvalues_are_those_of_two_volumes_and_a_column_of_oil():
    """One at zero, and s^2 + R / L s + 4 / (L C) = 0."""
    found = np.sort_complex(np.linalg.eigvals(linearize(BlockModel("Line", HydraulicLine(**PIPE))).A))
    wanted = np.sort_complex([*np.roots([1.0, R / L, 4 / (L * C)]), 0.0])
    np.testing.assert_allclose(found, wanted, rtol=ROUNDOFF, atol=ROUNDOFF * abs(wanted[0]))


def test_energy_goes_into_oil_and_friction():
    x = {"p_a_state": 60e5, "p_b_state": 55e5, "Q_state": 3e-4}
    _, rates, _ = respond(HydraulicLine(**PIPE), {"Q_a": 4e-4, "Q_b": 1e-4}, x)
    stored = C / 2 * (60e5 * rates["p_a_state"] + 55e5 * rates["p_b_state"]) + L * 3e-4 * rates["Q_state"]
    assert stored + R * 3e-4**2 == pytest.approx(60e5 * 4e-4 - 55e5 * 1e-4, rel=ENERGY_BALANCE)
