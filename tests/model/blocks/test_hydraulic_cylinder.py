"""The cylinder's equations against hand calculations."""

import numpy as np
import pytest

from mbfmu import HydraulicCylinder

from ...tolerances import ROUNDOFF
from .responding import respond as respond_of

BAR = 1e5


def respond(u: dict, x: dict, **parameters):
    return respond_of(HydraulicCylinder(**parameters), u, x)


def test_a_closed_valve_turns_motion_into_pressure():
    """Oil enclosed in a chamber: dp/dt = -K A v / V."""
    x = {"spool_state": 0.0, "p_A_state": 50 * BAR, "p_B_state": 50 * BAR}
    p, rates, _ = respond({"command": 0.0, "rod.s": 1.4, "rod.v": 0.1}, x, leakage=0.0, s_min=1.0, s_max=1.8)
    V_A, V_B = p.V_dead + p.A_A * 0.4, p.V_dead + p.A_B * 0.4
    assert rates["p_A_state"] == pytest.approx(-p.bulk_modulus * p.A_A * 0.1 / V_A, rel=ROUNDOFF)
    assert rates["p_B_state"] == pytest.approx(p.bulk_modulus * p.A_B * 0.1 / V_B, rel=ROUNDOFF)


def test_an_open_edge_lets_the_nominal_flow_through_at_the_nominal_drop():
    x = {"spool_state": 1.0, "p_A_state": 175 * BAR, "p_B_state": 36 * BAR}
    p, rates, _ = respond({"command": 1.0, "rod.s": 1.4, "rod.v": 0.0}, x, leakage=0.0, p_laminar=1e-3)
    flow_A = rates["p_A_state"] * (p.V_dead + p.A_A * 0.4) / p.bulk_modulus
    flow_B = rates["p_B_state"] * (p.V_dead + p.A_B * 0.4) / p.bulk_modulus
    assert flow_A == pytest.approx(p.Q_nominal, rel=ROUNDOFF)
    assert flow_B == pytest.approx(-p.Q_nominal, rel=ROUNDOFF)


def test_retracting_swaps_the_chambers():
    x = {"spool_state": -1.0, "p_A_state": 36 * BAR, "p_B_state": 175 * BAR}
    p, rates, _ = respond({"command": -1.0, "rod.s": 1.4, "rod.v": 0.0}, x, leakage=0.0, p_laminar=1e-3)
    assert rates["p_A_state"] * (p.V_dead + p.A_A * 0.4) / p.bulk_modulus == pytest.approx(-p.Q_nominal, rel=ROUNDOFF)
    assert rates["p_B_state"] * (p.V_dead + p.A_B * 0.4) / p.bulk_modulus == pytest.approx(p.Q_nominal, rel=ROUNDOFF)


def test_leakage_is_symmetric_and_conserves_oil():
    x = {"spool_state": 0.0, "p_A_state": 90 * BAR, "p_B_state": 40 * BAR}
    p, rates, _ = respond({"command": 0.0, "rod.s": 1.4, "rod.v": 0.0}, x, leakage=1e-11)
    oil_A, oil_B = rates["p_A_state"] * (p.V_dead + p.A_A * 0.4), rates["p_B_state"] * (p.V_dead + p.A_B * 0.4)
    assert oil_A == pytest.approx(-p.bulk_modulus * 1e-11 * 50 * BAR, rel=ROUNDOFF)
    assert oil_A + oil_B == pytest.approx(0.0, abs=ROUNDOFF * abs(oil_A))


@pytest.mark.parametrize("s, v, sign", [(0.99, 0.0, 1), (1.81, 0.0, -1), (1.4, 0.2, 0)])
def test_end_stops_push_back_only_beyond_the_stroke(s, v, sign):
    x = {"spool_state": 0.0, "p_A_state": BAR, "p_B_state": BAR}
    p, _, outputs = respond({"command": 0.0, "rod.s": s, "rod.v": v}, x, d=0.0, c_stop=1e8)
    assert outputs["rod.f"] - BAR * (p.A_A - p.A_B) == pytest.approx(sign * 1e8 * 0.01, rel=1e-9, abs=ROUNDOFF)


def test_force_is_the_difference_of_pressure_times_area():
    x = {"spool_state": 0.0, "p_A_state": 80 * BAR, "p_B_state": 50 * BAR}
    p, _, outputs = respond({"command": 0.0, "rod.s": 1.4, "rod.v": 0.1}, x, d=1000.0)
    assert outputs["rod.f"] == pytest.approx(p.A_A * 80 * BAR - p.A_B * 50 * BAR - 100.0, rel=ROUNDOFF)


def test_wrong_values_are_all_reported():
    block = HydraulicCylinder(A_A=(-1.0, "cm2"), p_supply=(210.0, "m"))
    problems = "\n".join(block.own_problems())
    assert "A_A = -0.0001 m2 must be > 0 m2" in problems and "p_supply" in problems and "Pa" in problems
    assert np.isfinite(block.values["A_A"])
