"""A clutch with a gearbox against closed forms: two inertias that it brings together, gears, losses, and what it holds."""

import numpy as np
import pytest

from mbfmu import Body, ClutchGearbox, EnergyError, JointTorque, Model, Revolute, World, linearize, simulate
from tests.tolerances import EIGENVALUE, INTEGRATION

J, I, C, K, D = 0.2, 3.0, 150.0, 2000.0, 8.0


def shafts(w: float = 0.0, w_shaft: float = 0.0, **clutch: float) -> Model:
    """A crankshaft and a shaft with a torque on each, and the clutch with its gearbox between them."""
    model = Model("Shafts")
    model.world, model.crank, model.shaft = World(g=0), Body(m=1.0, I=[J, J, J]), Body(m=1.0, I=[I, I, I])
    model.front = Revolute(model.world.frame_b, model.crank.frame_a, n=[0, 1, 0], w_start=w)
    model.rear = Revolute(model.world.frame_b, model.shaft.frame_a, n=[0, 1, 0], w_start=w_shaft)
    ends = model.crank.frame_a, model.shaft.frame_a, model.world.frame_b
    model.gearbox = ClutchGearbox(*ends, **{"capacity": C, "c": K, "d": D, **clutch})
    model.engine, model.load, model.energy = JointTorque(model.front), JointTorque(model.rear), EnergyError()
    found = {name: getattr(model.gearbox, name) for name in ("slip", "tau", "tau_shaft", "sliding", "twist")}
    model.expose(
        inputs={"engine": model.engine.tau, "load": model.load.tau, "clutch": model.gearbox.engagement, "ratio": model.gearbox.ratio},
        outputs={"w": model.front.w, "w_shaft": model.rear.w, "error": model.energy.error, **found},
    )
    return model


@pytest.mark.parametrize("ratio", [1.0, 3.5, -3.0])
def test_it_brings_two_inertias_together(ratio):
    """It slides for T = w / (C (1/J + ratio^2 / I)) with the torque C, makes the heat C w T / 2, and then both turn as one."""
    w, share = 200.0, 0.6
    carried = C * share
    T = w / (carried * (1 / J + ratio**2 / I))
    run = simulate(shafts(w, z_start=carried / K), 0.999 * T, T / 1000.0, inputs={"ratio": ratio, "clutch": share}, rtol=1e-10)
    assert run["slip"] == pytest.approx(w * (1 - run["time"] / T), abs=INTEGRATION * w)
    assert run["tau"] == pytest.approx(carried, rel=INTEGRATION)
    heat = np.trapezoid(run["sliding"], run["time"])
    assert heat == pytest.approx(0.5 * carried * w * T * (1 - 1e-6), rel=INTEGRATION)
    together = simulate(shafts(w), 4.0, 0.1, inputs={"ratio": ratio, "clutch": share}, rtol=1e-10)
    assert together["w"][-1] == pytest.approx(J * w / (J + I / ratio**2), rel=INTEGRATION)
    assert together["w_shaft"][-1] == pytest.approx(together["w"][-1] / ratio, rel=INTEGRATION)
    assert np.abs(together["error"]).max() < INTEGRATION * 0.5 * J * w**2


def test_it_holds_without_creeping():
    """Two thirds of its capacity twist the damper, and no more, however long."""
    run = simulate(shafts(), 20.0, 1.0, inputs={"engine": 100.0, "load": -200.0, "ratio": 2.0}, rtol=1e-10)
    assert run["twist"][-1] == pytest.approx(100.0 / K, rel=INTEGRATION)
    assert run["w"][-1] == pytest.approx(0.0, abs=INTEGRATION)


def test_stuck_it_swings_with_the_frequency_of_its_damper():
    """J_r x'' + d x' + c x = 0 with 1 / J_r = 1 / J + ratio^2 / I."""
    ratio = 4.0
    inverse = 1 / J + ratio**2 / I
    expected = np.roots([1.0, D * inverse, K * inverse])
    found = np.array([mode.eigenvalue for mode in linearize(shafts(), inputs={"ratio": ratio}).modes()])
    assert np.abs(found - expected[0]).min() < EIGENVALUE * abs(expected[0])


@pytest.mark.parametrize("engine", [100.0, -100.0])
def test_a_gearbox_loses_the_same_share_of_torque_in_drive_and_in_coast(engine):
    run = simulate(shafts(300.0, 100.0, efficiency=0.9), 1.0, 0.01, inputs={"engine": engine, "ratio": 3.0}, rtol=1e-9)
    lost = 3.0 * run["tau"] - run["tau_shaft"]
    assert lost == pytest.approx(0.1 * 3.0 * np.abs(run["tau"]), rel=INTEGRATION)
    assert np.abs(run["error"]).max() < INTEGRATION * 0.5 * J * 300.0**2


@pytest.mark.parametrize("inputs", [{"clutch": 0.0, "ratio": 3.0}, {"clutch": 1.0, "ratio": 0.0}], ids=["open", "out of gear"])
def test_open_it_drives_nothing(inputs):
    run = simulate(shafts(100.0, 10.0), 1.0, 0.1, inputs=inputs, rtol=1e-9)
    assert run["w"] == pytest.approx(100.0, abs=INTEGRATION)
    assert run["w_shaft"] == pytest.approx(10.0, abs=INTEGRATION)
    assert run["tau_shaft"] == pytest.approx(0.0, abs=INTEGRATION)
