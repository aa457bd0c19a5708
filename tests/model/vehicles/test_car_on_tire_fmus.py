"""The full car with its tires as FMUs of their own: with interface mass an explicit master is as good as one model."""

import numpy as np
import pytest

from mbfmu import BlockModel, BumpRoad, LinearTire, build_portable, simulate, tire_block
from mbfmu.cosim import Component, System, simulate_system
from mbfmu.model.vehicles import MID_SIZE_CAR, car_model, mid_size_linear_tire
from mbfmu.model.vehicles.mid_size_car import LOAD, STIFFNESS, WHEEL

from ...tolerances import WHEEL_LOAD

SPEED, STEP, STOP = 10.0, 5e-3, 1.0  # m/s, s
FRONT, REAR = MID_SIZE_CAR.front.wheel_centre, MID_SIZE_CAR.rear.wheel_centre
CENTRES = {"FL": FRONT, "FR": FRONT.mirrored(), "RL": REAR, "RR": REAR.mirrored()}


def road() -> BumpRoad:
    """A step up of 2 cm, which all wheels pass."""
    return BumpRoad(bump=0.02, start=3.0, edge=0.3)


@pytest.mark.slow
def test_wheel_loads_on_a_step_are_those_of_one_model(tmp_path):
    """In communication steps of 5 ms: 0.8 % of the static load was measured."""
    whole, _ = car_model("Whole", "", MID_SIZE_CAR, road(), mid_size_linear_tire)
    car, _ = car_model("Car", "", MID_SIZE_CAR, interface_mass=True)
    fmus = {"car": Component(build_portable(car, tmp_path), {"speed": SPEED})}
    for corner, at in CENTRES.items():
        tire = tire_block(LinearTire, road(), radius=WHEEL.radius, c_z=STIFFNESS, d_z=100.0, c_kappa=22.0, c_alpha=17.0)
        start = {"hub.pos": [at.x, at.y, at.z], "hub.lin_vel": [SPEED, 0.0, 0.0], "hub.ang_vel": [0.0, SPEED / at.z, 0.0]}
        model = BlockModel(f"Tire{corner}", tire, start=start, interface_mass=True)
        fmus[f"tire_{corner}"] = Component(build_portable(model, tmp_path), {"expected_step": STEP})
    system = System(fmus, step_size=STEP, stop_time=STOP)
    for corner in CENTRES:
        system = system.connect(f"car.wheel_{corner}", f"tire_{corner}.hub")
    parted, exact = simulate_system(system, show_progress=False), simulate(whole, STOP, STEP, {"speed": SPEED})
    for corner in CENTRES:
        np.testing.assert_allclose(parted[f"tire_{corner}.F[3]"], exact[f"tire_force_{corner}[3]"], atol=WHEEL_LOAD * LOAD)
    assert np.ptp(exact["tire_force_RL[3]"]) > LOAD / 2
