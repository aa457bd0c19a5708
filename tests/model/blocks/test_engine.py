"""The engine against its map, and in steady states by hand."""

import numpy as np
import pytest

from mbfmu import BlockModel, Body, Engine, JointTorque, LookupTable, Model, Revolute, World, connect, linearize, simulate

from ...tolerances import INTEGRATION, ROUNDOFF

CONSTANT = LookupTable([0.0, 600.0], [0.0, 1.0], [[0.0, 100.0], [0.0, 100.0]], outside="extrapolated")  # 100 N.m at full throttle


def run(engine: Engine, stop_time: float = 5.0, shaft_w: float = 0.0, **inputs):
    inputs["shaft.w"] = shaft_w
    return simulate(BlockModel("Engine", engine), stop_time=stop_time, inputs=inputs)


def test_in_gear_all_torque_goes_to_the_shaft():
    """In steady state the clutch slips by torque / d_clutch, and power is lost in it alone."""
    found = run(Engine(torque_map=CONSTANT, d_clutch=20.0), throttle=0.5, ratio=3.0, shaft_w=40.0)
    assert found["shaft.tau"][-1] == pytest.approx(3.0 * 50.0, rel=INTEGRATION)
    assert found["w"][-1] == pytest.approx(3.0 * 40.0 + 50.0 / 20.0, rel=INTEGRATION)


def test_a_clutch_gives_no_more_than_its_capacity():
    """Half closed it carries 20 N.m; the rest turns the crankshaft up."""
    found = run(Engine(torque_map=CONSTANT, J=0.5, tau_clutch=40.0, w_start=150.0), 1.0, throttle=0.7, clutch=0.5, shaft_w=10.0)
    assert found["shaft.tau"][-1] == pytest.approx(20.0, rel=ROUNDOFF)
    assert found["w"][-1] == pytest.approx(150.0 + (70.0 - 20.0) / 0.5, rel=INTEGRATION)


def test_out_of_gear_it_idles_where_the_map_has_no_torque():
    table = LookupTable([0.0, 100.0, 200.0], [0.0, 1.0], [[30.0, 90.0], [10.0, 70.0], [-10.0, 50.0]])
    found = run(Engine(torque_map=table, w_start=180.0), 30.0, clutch=0.0)
    assert (found["w"][-1], found["shaft.tau"][-1]) == (pytest.approx(150.0, rel=INTEGRATION), 0.0)


@pytest.mark.parametrize("clutch", [0.0, 1.0])
@pytest.mark.parametrize("w_start", [100.0, -20.0])
def test_one_that_is_not_driven_comes_to_a_standstill(clutch: float, w_start: float):
    found = run(Engine(w_start=w_start), 60.0, clutch=clutch)
    assert found["w"][-1] == pytest.approx(0.0, abs=INTEGRATION) and found["torque"][-1] == pytest.approx(0.0, abs=INTEGRATION)


def test_its_pole_is_that_of_clutch_and_map():
    """J w' = torque(w) - d_clutch (w - ratio shaft.w): the eigenvalue is (slope - d_clutch) / J."""
    table = LookupTable([0.0, 200.0], [0.0, 1.0], [[20.0, 120.0], [0.0, 100.0]])
    found = linearize(BlockModel("Engine", Engine(torque_map=table, J=0.5, d_clutch=4.0)), inputs={"shaft.w": 95.0})
    np.testing.assert_allclose(found.A, [[(-0.1 - 4.0) / 0.5]], rtol=ROUNDOFF)


def test_it_turns_a_shaft_of_a_mechanism_by_its_port():
    """What the engine's torque gives in momentum is in shaft and crankshaft, whatever slips: I w + n J w_e = n torque t."""
    shaft = Model("Shaft")
    shaft.world = World(g=0.0)
    shaft.body = Body(m=1.0, I=[1.0, 1.0, 2.0])
    shaft.bearing = Revolute(shaft.world.frame_b, shaft.body.frame_a, n=[0, 0, 1])
    shaft.torque = JointTorque(shaft.bearing)
    shaft.expose(ports={"axle": shaft.torque})
    engine = BlockModel("Engine", Engine(torque_map=CONSTANT, J=0.5, w_start=0.0))
    driven = connect("Driven", {"engine": engine, "car": shaft}, [("engine.shaft", "car.axle")])
    found = simulate(driven, 2.0, 0.5, inputs={"engine.throttle": 0.4, "engine.ratio": 3.0}, rtol=1e-9)
    assert 2.0 * found["car.axle.w"] + 3.0 * 0.5 * found["engine.w"] == pytest.approx(3.0 * 40.0 * found["time"], abs=100.0 * INTEGRATION)
    assert found["engine.w"][-1] > 3.0 * found["car.axle.w"][-1] > 100.0
