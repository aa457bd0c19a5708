"""A brake against the closed form of a disk that it stops, and of one that it holds."""

import numpy as np
import pytest

from mbfmu import Body, Brake, EnergyError, JointTorque, Model, Revolute, World, simulate
from tests.tolerances import INTEGRATION


def disk(w: float, **lining: float) -> Model:
    model = Model("Disk")
    model.world, model.disk = World(g=0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.axle = Revolute(model.world.frame_b, model.disk.frame_a, w_start=w)
    model.motor, model.brake, model.energy = JointTorque(model.axle), Brake(model.axle, **{"z_start": 0.01 * np.sign(w), **lining}), EnergyError()
    model.expose(
        inputs={"drive": model.motor.tau, "hold": model.brake.torque},
        outputs={"phi": model.axle.phi, "w": model.axle.w, "tau": model.brake.tau, "error": model.energy.error},
    )
    return model


@pytest.mark.parametrize("w", [20.0, -20.0])
def test_it_slows_a_disk_evenly(w):
    run = simulate(disk(w), 1.0, 0.1, inputs={"hold": 10.0}, rtol=1e-9)
    assert run["w"] == pytest.approx(w - np.sign(w) * 10.0 * run["time"], abs=INTEGRATION)
    assert np.abs(run["error"]).max() < INTEGRATION * 200.0


def test_it_holds_without_creeping():
    """A third of its torque turns the lining by a third of z_max, about which the disk swings ever less, and goes nowhere."""
    z_max, T_d = 0.01, 4e-3
    run = simulate(disk(0.0, z_max=z_max, T_d=T_d), 20.0, 0.01, inputs={"hold": 10.0, "drive": 10.0 / 3}, rtol=1e-10)
    free, decay = np.sqrt(10.0 / z_max), 0.5 * T_d * 10.0 / z_max
    damped, t = np.sqrt(free**2 - decay**2), run["time"]
    swing = np.exp(-decay * t) * (np.cos(damped * t) + decay / damped * np.sin(damped * t))
    assert run["phi"] == pytest.approx(z_max / 3 * (1 - swing), abs=INTEGRATION)
    assert np.abs(run["error"]).max() < INTEGRATION


def test_its_torque_is_at_most_that_of_its_input():
    """Where it takes hold of a disk that turns, by a lining that has not given way yet, too."""
    run = simulate(disk(20.0, z_start=0.0, T_d=0.01), 0.1, 1e-4, inputs={"hold": 10.0}, rtol=1e-9)
    assert np.abs(run["tau"]).max() <= 10.0 and np.abs(run["error"]).max() < INTEGRATION * 200.0


def test_a_torque_below_zero_does_not_drive():
    run = simulate(disk(20.0), 1.0, 0.1, inputs={"hold": -10.0}, rtol=1e-9)
    assert run["w"] == pytest.approx(np.full(11, 20.0), abs=INTEGRATION)
