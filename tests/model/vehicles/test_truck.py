"""The truck: what it consists of, and its loads against moments."""

import pytest

from mbfmu import Body, Posture, equilibrium
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS
from tests.tolerances import STEADY

G = 9.81


@pytest.mark.slow
def test_its_loads_are_those_of_moments():
    """King pin at -3 m, axles at 0, -3.6 and -10.6 m; tractor and trailer with their centres of mass at -0.9 and -7.2 m."""
    truck = load_model(FMUS / "truck/model.py")
    assert (len(truck.of_type(Body)), len(Posture(truck).speeds)) == (17, 21)
    rest = equilibrium(truck)
    load = {corner: rest.outputs[f"tire_force_{corner}[3]"] for corner in ("FL", "FR", "RL", "RR", "TL", "TR")}
    axle = (600.0 + 2 * 230.0) * G
    behind = 23e3 * G * (7.2 - 3.0) / (10.6 - 3.0)  # the trailer's body, on its axle
    pin = 23e3 * G - behind
    rear = (6e3 * G * 0.9 + pin * 3.0) / 3.6
    assert load["TL"] + load["TR"] == pytest.approx(behind + axle, rel=STEADY)
    assert load["RL"] + load["RR"] == pytest.approx(rear + axle, rel=10 * STEADY)  # and what rack and knuckles weigh off the front axle
    weight = sum(float(body.values["m"]) for body in truck.of_type(Body)) * G
    assert sum(load.values()) == pytest.approx(weight, rel=STEADY)
    assert load["FL"] == pytest.approx(load["FR"], rel=STEADY)
