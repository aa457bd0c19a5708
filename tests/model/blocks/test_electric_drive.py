"""The electric drive against its equations in d and q by hand."""

import numpy as np
import pytest

from mbfmu import BlockModel, ElectricDrive, Table, linearize, simulate

from ...tolerances import ENERGY_BALANCE, INTEGRATION, ROUNDOFF
from .responding import respond

DRIVE = {"n_p": 4.0, "R": 0.2, "L_d": 1e-3, "L_q": 2e-3, "psi": 0.1, "T_i": 1e-3, "i_max": 50.0, "u_max": 200.0}


def run(stop_time: float, **inputs):
    given = {name.replace("shaft_", "shaft."): value for name, value in inputs.items()}
    return simulate(BlockModel("Drive", ElectricDrive(**DRIVE)), stop_time=stop_time, inputs=given)


@pytest.mark.parametrize("torque, i_q", [(12.0, 20.0), (-6.0, -10.0), (60.0, 50.0)])
def test_torque_is_three_halves_of_pole_pairs_flux_and_current(torque, i_q):
    found = run(0.3, torque=torque, shaft_w=60.0)
    assert found["i_q"][-1] == pytest.approx(i_q, rel=INTEGRATION)
    assert found["shaft.tau"][-1] == pytest.approx(1.5 * 4.0 * 0.1 * i_q, rel=INTEGRATION)
    assert found["u_q"][-1] == pytest.approx(0.2 * i_q + 4.0 * 60.0 * 0.1, rel=INTEGRATION)
    assert found["u_d"][-1] == pytest.approx(-4.0 * 60.0 * 2e-3 * i_q, rel=INTEGRATION)


def test_its_poles_are_those_of_the_control_and_of_what_it_cancels():
    found = linearize(BlockModel("Drive", ElectricDrive(**DRIVE)), inputs={"shaft.w": 80.0}).A
    np.testing.assert_allclose(np.sort(np.linalg.eigvals(found).real), [-1000.0, -1000.0, -200.0, -100.0], rtol=INTEGRATION)


def test_power_goes_to_the_shaft_into_the_coils_and_into_heat():
    x = {"i_d_state": -8.0, "i_q_state": 15.0, "e_d": 3.0, "e_q": 1.0}
    p, rates, outputs = respond(ElectricDrive(**DRIVE), {"torque": 7.0, "shaft.phi": 0.3, "shaft.w": 90.0}, x)
    stored = 1.5 * (p.L_d * -8.0 * rates["i_d_state"] + p.L_q * 15.0 * rates["i_q_state"])
    heat = 1.5 * p.R * (8.0**2 + 15.0**2)
    assert outputs["shaft.tau"] * 90.0 + stored + heat == pytest.approx(outputs["power"], rel=ENERGY_BALANCE)


def test_voltage_ends_and_current_comes_back_without_overshoot():
    """At 700 rad/s the magnets alone need 280 V of 200 V. Back at 60 rad/s the current follows at once: nothing has wound up."""
    found = run(0.4, torque=12.0, shaft_w=Table([0.0, 0.2, 0.2 + 1e-6], [700.0, 700.0, 60.0]))
    length = np.hypot(found["u_d"], found["u_q"])
    slow = found["time"] > 0.2
    assert length.max() <= 200.0 * (1 + ROUNDOFF) and length[~slow][-1] == pytest.approx(200.0, rel=ROUNDOFF)
    assert found["i_q"][-1] == pytest.approx(20.0, rel=INTEGRATION)
    assert found["i_q"][slow].max() <= 20.0 * (1 + INTEGRATION)
