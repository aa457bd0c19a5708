"""The tank, by its balances of oil and heat; and the powers of a circuit, which all end in it."""

import numpy as np
import pytest
from scipy.integrate import simpson

from mbfmu import BlockModel, HydraulicVolume, Pump, ReliefValve, Tank, connect, simulate
from mbfmu.base.errors import StepFailed

from ...tolerances import INTEGRATION, STEADY

HEAT_CAPACITY = 860.0 * 1900.0 * 0.1  # J/K


def run_tank(stop_time: float, inputs: dict, **parameters: float):
    return simulate(BlockModel("Tank", Tank(**parameters)), stop_time=stop_time, interval=stop_time / 100, inputs=inputs)


def test_its_temperature_follows_an_exponential_to_that_where_cooling_gives_off_what_is_lost():
    run = run_tank(6000.0, {"heat.a": 2e3, "heat.h": 1e3}, cooling=60.0, T_start=300.0)
    rest = 293.15 + 3e3 / 60.0
    wanted = rest + (300.0 - rest) * np.exp(-60.0 * run["time"] / HEAT_CAPACITY)
    np.testing.assert_allclose(run["T"], wanted, rtol=INTEGRATION)


def test_its_level_is_the_integral_of_flows():
    run = run_tank(100.0, {"Q_in.a": 2e-4, "Q_in.d": 1e-4, "Q_out.b": 5e-4})
    assert run["V"][-1] == pytest.approx(0.1 - 2e-4 * 100, rel=INTEGRATION)
    assert set(run["p"]) == {1e5}


def test_a_run_stops_where_it_is_empty():
    with pytest.raises(StepFailed, match=r"not all numbers: V"):
        run_tank(1000.0, {"Q_out.a": 5e-4})


def test_the_power_of_the_shaft_ends_as_heat_in_the_tank():
    """A pump that runs against its relief valve: at rest, all that the shaft gives warms the tank."""
    parts = {"pump": Pump(leakage=1e-11), "volume": HydraulicVolume(p_start=100e5), "relief": ReliefValve(p_set=150e5), "tank": Tank(cooling=0.0)}
    links = [("pump.Q", "volume.Q_in.a"), ("volume.p", "pump.p"), ("volume.p", "relief.p_a"), ("relief.Q", "volume.Q_out.a")]
    links += [("tank.p", "relief.p_b"), ("relief.Q", "tank.Q_in.a"), ("relief.heat", "tank.heat.a"), ("pump.heat", "tank.heat.b")]
    circuit = connect("Circuit", {name: BlockModel(name.capitalize(), block) for name, block in parts.items()}, links)
    run = simulate(circuit, stop_time=4.0, interval=0.01)
    power = -run["pump.shaft.tau"] * 150.0
    lost = run["relief.heat"] + run["pump.heat"]
    assert lost[-1] == pytest.approx(power[-1], rel=STEADY)
    late = run["time"] > 2.0
    # the returned oil adds to what is warmed: the rate of temperature times the heat capacity of all oil in the tank is the power lost
    warmed = 860.0 * 1900.0 * simpson(run["tank.V"][late] * np.gradient(run["tank.T"][late], 0.01), dx=0.01)
    assert warmed == pytest.approx(simpson(lost[late], dx=0.01), rel=STEADY)
