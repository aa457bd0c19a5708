"""The line against the law of Hagen and Poiseuille, and as an oscillator."""

import numpy as np
import pytest

from mbfmu import BlockModel, HydraulicLine, linearize, simulate

from ...tolerances import EMPIRICAL, ENERGY_BALANCE, FLOW_BY_VOLUME, INTEGRATION, ROUNDOFF, SAMPLED_PEAK
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


def losses(Re: float, **parameters: float) -> float:
    """What pressure is lost to friction at a Reynolds number [Pa]: the ends are equal, so the column is slowed by it alone."""
    block = HydraulicLine(**{**PIPE, **parameters})
    Q = Re * np.pi / 4 * 0.016 * 40e-6
    _, rates, found = respond(block, {"Q_a": Q, "Q_b": Q}, {"p_a_state": 50e5, "p_b_state": 50e5, "Q_state": Q})
    assert found["heat"] == pytest.approx(-L * rates["Q_state"] * Q, rel=ROUNDOFF)
    return -L * rates["Q_state"]


@pytest.mark.parametrize("roughness", [0.0, 5e-5])
@pytest.mark.parametrize("Re", [1.0, 500.0, 2300.0, 4000.0, 1e5, 1e7])
def test_friction_is_that_of_churchill(Re: float, roughness: float):
    """Chemical Engineering 84 (24), 91-92 (1977), as printed: f = 8 ((8 / Re)^12 + (A + B)^(-3/2))^(1/12), of f length / diameter rho v^2 / 2."""
    A = (2.457 * np.log(1 / ((7 / Re) ** 0.9 + 0.27 * roughness / 0.016))) ** 16
    B = (37530 / Re) ** 16
    f = 8 * ((8 / Re) ** 12 + (A + B) ** -1.5) ** (1 / 12)
    v = Re * 40e-6 / 0.016
    assert losses(Re, roughness=roughness) == pytest.approx(f * 3.0 / 0.016 * 870 * v**2 / 2, rel=1e-10)


def test_turbulent_friction_in_a_smooth_pipe_is_that_of_blasius():
    """0.3164 / Re^0.25, an empirical law, as that of Churchill."""
    for Re in (1e4, 3e4, 1e5):
        v = Re * 40e-6 / 0.016
        assert losses(Re) == pytest.approx(0.3164 / Re**0.25 * 3.0 / 0.016 * 870 * v**2 / 2, rel=EMPIRICAL)


def test_fittings_add_dynamic_pressures():
    v = 400.0 * 40e-6 / 0.016
    assert losses(400.0, zeta=3.5) - losses(400.0) == pytest.approx(3.5 * 870 * v**2 / 2, rel=ROUNDOFF * 100)
    assert losses(-400.0, zeta=3.5) == -losses(400.0, zeta=3.5)


def test_a_column_of_oil_that_is_stopped_rises_by_joukowsky():
    """By density times speed of sound times speed: 1 m/s is stopped at both ends."""
    run = stopped_column(50e5)
    assert run["p_b"].max() - 50e5 == pytest.approx((870 * 1.2e9) ** 0.5, rel=SAMPLED_PEAK)
    assert 50e5 - run["p_a"].min() == pytest.approx((870 * 1.2e9) ** 0.5, rel=SAMPLED_PEAK)


def test_a_column_of_oil_parts_where_it_would_hold_tension_and_closes_again():
    """It goes on from end a, where 5 bar are less than by what pressure would fall, leaves bubbles behind it and returns; all oil is there."""
    run = stopped_column(5e5)
    assert 100.0 < run["p_a"].min() < 0.5e5
    assert 100.0 < run["p_b"].min()
    parted = run["p_a"] < 0.5e5
    assert (np.diff(parted.astype(int)) == -1).sum() > 1
    sizes = {end: AREA * 1.5 for end in "ab"}
    amounts = sum(oil(run[f"p_{end}"]) * size for end, size in sizes.items())
    np.testing.assert_allclose(amounts, amounts[0], rtol=FLOW_BY_VOLUME)


def stopped_column(p_start: float):
    """Both ends are closed where the oil flows at 1 m/s; its viscosity is small."""
    line = HydraulicLine(**{**PIPE, "viscosity": 1e-8}, Q_start=AREA, p_a_start=p_start, p_b_start=p_start)
    return simulate(BlockModel("Line", line), stop_time=0.05, interval=2e-5)


def oil(p: np.ndarray) -> np.ndarray:
    """Oil in a volume at a pressure, as its part at saturation: compressed, or by the laws of Henry and Boyle."""
    bubbles = 1 / (1 - 0.09 + 0.09 * (0.5e5 - 100) / (np.minimum(p, 0.5e5) - 100))
    return np.where(p > 0.5e5, np.exp((p - 0.5e5) / 1.2e9), bubbles)


def test_energy_goes_into_oil_and_friction():
    x = {"p_a_state": 60e5, "p_b_state": 55e5, "Q_state": 3e-4}
    _, rates, _ = respond(HydraulicLine(**PIPE), {"Q_a": 4e-4, "Q_b": 1e-4}, x)
    stored = C / 2 * (60e5 * rates["p_a_state"] + 55e5 * rates["p_b_state"]) + L * 3e-4 * rates["Q_state"]
    assert stored + R * 3e-4**2 == pytest.approx(60e5 * 4e-4 - 55e5 * 1e-4, rel=ENERGY_BALANCE)
