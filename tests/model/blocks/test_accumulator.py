"""The accumulator against the laws of gases."""

import pytest
from scipy.integrate import simpson

from mbfmu import Accumulator, BlockModel, simulate

from ...tolerances import INTEGRATION, ROUNDOFF
from .responding import respond


def filled(n: float):
    """One that starts at p_0 = 100 bar with 1 l of gas, into which 0.4 l of oil flow, and that ends at the pressure p."""
    accumulator = Accumulator(V_0=1e-3, p_0=100e5, n=n, V_pipe=1e-4, bulk_modulus=1e9, p_start=100e5)
    return simulate(BlockModel("Accumulator", accumulator), stop_time=4.0, interval=0.01, inputs={"Q_in": 1.5e-4, "Q_out": 0.5e-4})


def test_compression_takes_the_work_of_an_adiabatic_gas():
    """W = p_0 V_0 ((p / p_0)^((n - 1) / n) - 1) / (n - 1), and V_pipe (p^2 - p_0^2) / (2 K) for the oil."""
    found = filled(1.4)
    p = found["p"][-1]
    gas = 100e5 * 1e-3 / 0.4 * ((p / 100e5) ** (0.4 / 1.4) - 1)
    oil = 1e-4 * (p**2 - 100e5**2) / 2e9
    assert simpson(found["p"] * 1e-4, x=found["time"]) == pytest.approx(gas + oil, rel=INTEGRATION)


def test_slowly_it_keeps_p_V():
    found = filled(1.0)
    assert found["p"][-1] * found["V_gas"][-1] == pytest.approx(100e5 * 1e-3, rel=ROUNDOFF)
    oil = 1e-4 * (found["p"][-1] - 100e5) / 1e9
    assert 1e-3 - found["V_gas"][-1] + oil == pytest.approx(4e-4, rel=INTEGRATION)


def test_empty_it_is_a_stiff_pipe():
    p, rates, outputs = respond(Accumulator(), {"Q_in": 2e-4, "Q_out": 0.0}, {"p_state": 60e5})
    assert rates["p_state"] == pytest.approx(p.bulk_modulus / p.V_pipe * 2e-4, rel=ROUNDOFF)
    assert outputs["V_gas"] == p.V_0
