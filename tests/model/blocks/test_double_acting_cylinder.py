"""The cylinder that takes flows, by its balance of energy."""

import pytest

from mbfmu import DoubleActingCylinder

from ...tolerances import ENERGY_BALANCE
from .responding import respond


def test_energy_goes_to_the_rod_into_the_oil_and_into_losses():
    """p_A Q_A + p_B Q_B = f v + rates of p^2 V / (2 K) at constant volume + d v^2 + leakage (p_A - p_B)^2."""
    x = {"p_A_state": 90e5, "p_B_state": 30e5}
    u = {"Q_A": 1e-3, "Q_B": -4e-4, "rod.s": 1.3, "rod.v": 0.12}
    p, rates, outputs = respond(DoubleActingCylinder(leakage=1e-11, s_min=1.0, s_max=1.8), u, x)
    volumes = {"p_A_state": p.V_dead + p.A_A * 0.3, "p_B_state": p.V_dead + p.A_B * 0.5}
    given = 90e5 * 1e-3 - 30e5 * 4e-4
    stored = sum(x[name] * rates[name] * volume / p.bulk_modulus for name, volume in volumes.items())
    assert outputs["rod.f"] * 0.12 + stored + p.d * 0.12**2 + p.leakage * 60e5**2 == pytest.approx(given, rel=ENERGY_BALANCE)


def test_a_piston_that_moves_with_its_flows_keeps_its_pressures():
    p, rates, _ = respond(
        DoubleActingCylinder(A_A=8e-3, A_B=5e-3, leakage=0.0),
        {"Q_A": 8e-4, "Q_B": -5e-4, "rod.s": 1.4, "rod.v": 0.1},
        {"p_A_state": 90e5, "p_B_state": 30e5},
    )
    assert rates == {"p_A_state": 0.0, "p_B_state": 0.0}
