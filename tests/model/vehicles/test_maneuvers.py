"""Maneuvers of the full car: they run to their end, and the balance of energy closes."""

import numpy as np
import pytest

from mbfmu import DongesDriver, PreviewDriver, SplitFrictionRoad, compile_problem, simulate
from mbfmu.model.blocks import Block

from .maneuvers import balance, lane_change, measured_car

CLOSED = 1e-3  # of the heat: what the balance of energy may miss, which is asked of these maneuvers


@pytest.mark.slow
@pytest.mark.parametrize("driver", [DongesDriver(EG=0.003), PreviewDriver()], ids=["donges", "preview"])
def test_a_double_lane_change(driver: Block):
    """At 72 km/h, which ISO 3888-1 asks of no car more than: the car follows the lanes, and comes back into its own."""
    run = simulate(lane_change(driver), 8.0, 2e-3, {"car.speed": 20.0})
    y, x = run["car.position[2]"], run["car.position[1]"]
    assert x[-1] > 150.0 and abs(y[-1]) < 0.05 and np.abs(run["lane.offset"]).max() < 1.0
    assert y.max() == pytest.approx(3.5, abs=0.5)
    error, heat = balance(run, "car.", run["driver.steering"])
    assert error < CLOSED * heat and np.abs(run["car.energy_error"]).max() < CLOSED * heat


@pytest.mark.slow
def test_braking_on_split_friction():
    """Full brakes with fixed steering: the wheels on the right lock, and the car turns to the left, where friction is."""
    problem = compile_problem(measured_car(SplitFrictionRoad(mu_left=1.0, mu_right=0.3, start=-10.0, mu=1.0)))
    brakes = {f"brake_{corner}": 900.0 for corner in ("FL", "FR", "RL", "RR")}
    run = simulate(problem, 2.0, 1e-3, {"speed": 20.0}, brakes)
    early = run["time"] < 0.5
    assert run["velocity[1]"][-1] < 12.0 and run["yaw"][early][-1] > 0.02
    assert np.abs(run["wheel_speed_FR"][early][-1]) < 5.0 < run["wheel_speed_FL"][early][-1]
    error, heat = balance(run)
    assert error < CLOSED * heat and np.abs(run["energy_error"]).max() < CLOSED * heat
