"""A brake against the closed form of a disk that it stops, and of one that it holds."""

import numpy as np
import pytest

from mbfmu import Body, Brake, EnergyError, JointTorque, Model, Revolute, World, simulate
from tests.tolerances import INTEGRATION


def disk(w: float) -> Model:
    model = Model("Disk")
    model.world, model.disk = World(g=0), Body(m=1.0, I=[1.0, 1.0, 1.0])
    model.axle = Revolute(model.world.frame_b, model.disk.frame_a, w_start=w)
    model.motor, model.brake, model.energy = JointTorque(model.axle), Brake(model.axle, z_start=0.01 * np.sign(w)), EnergyError()
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
    """A third of its torque turns the lining by a third of z_max, about which the disk swings, and goes nowhere."""
    run = simulate(disk(0.0), 20.0, 0.01, inputs={"hold": 10.0, "drive": 10.0 / 3}, rtol=1e-10)
    assert run["phi"] == pytest.approx(0.01 / 3 * (1 - np.cos(np.sqrt(10.0 / 0.01) * run["time"])), abs=INTEGRATION)
