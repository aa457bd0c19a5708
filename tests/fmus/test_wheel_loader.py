"""What a wheel loader must do: stand, sink onto its stops, drive, steer and lift."""

import numpy as np
import pytest

from mbfmu import simulate
from tests.library import problem_of
from tests.tolerances import ROUNDOFF

WEIGHT = 16130.0 * 9.81  # N
CORNERS = ("rear_left", "rear_right", "front_left", "front_right")
HELD = {"lift_force": 147692.9, "tilt_force": 29912.7}  # N
DRIVEN = {f"drive_torque_{corner}": 2e3 for corner in CORNERS}


def run(stop_time: float, values: dict[str, float]) -> np.ndarray:
    return simulate(problem_of("wheel_loader"), stop_time, stop_time / 20, values, rtol=1e-7)


def test_it_stands_where_it_starts():
    result = run(2.0, HELD)
    for name in ("position[1]", "position[3]", "boom_angle", "bucket_angle", "articulation"):
        assert np.ptp(result[name]) < 1e-5  # the start is given to eight digits
    assert sum(result[f"wheel_load_{corner}"] for corner in CORNERS) == pytest.approx(WEIGHT, rel=1e-5)


def test_without_cylinder_forces_it_comes_to_rest_on_its_stops():
    result = run(10.0, {})
    assert result["boom_angle"][-1] == pytest.approx(-0.672, abs=5e-3)
    assert result["bucket_angle"][-1] < -1.0
    assert abs(result["velocity[3]"][-1]) < 1e-4 and abs(result["lift_rate"][-1]) < 1e-4
    assert sum(result[f"wheel_load_{corner}"][-1] for corner in CORNERS) == pytest.approx(WEIGHT, rel=1e-3)


def test_it_drives_without_much_slip_and_accelerates_as_its_mass_says():
    result = run(2.0, HELD | DRIVEN)
    v, wheels = result["velocity[1]"][-1], [result[f"wheel_speed_{corner}"][-1] for corner in CORNERS]
    radius = 0.72 - 0.065
    assert np.mean(wheels) * radius == pytest.approx(v, rel=0.15)
    mass = WEIGHT / 9.81 + 4 * 150.0 / radius**2
    a = (result["velocity[1]"][-1] - result["velocity[1]"][10]) / (result["time"][-1] - result["time"][10])
    resistance = 4 * 150.0 * np.mean([result[f"wheel_speed_{corner}"][15] for corner in CORNERS])
    assert a == pytest.approx((4 * 2e3 - resistance) / radius / mass, rel=0.1)


def test_it_turns_to_the_side_that_its_cylinders_push_to():
    forces = {"steer_left_force": -10e3, "steer_right_force": 10e3}
    left, right = (run(2.0, HELD | DRIVEN | {name: side * f for name, f in forces.items()}) for side in (1, -1))
    assert left["articulation"][-1] > 0.1 and left["turning[3]"][-1] > 0.01
    assert right["articulation"] == pytest.approx(-left["articulation"], abs=1e-4)
    assert right["position[2]"] == pytest.approx(-left["position[2]"], abs=1e-4)


def test_lifting_and_curling_move_boom_and_bucket_upward():
    result = run(2.0, {"lift_force": 180e3, "tilt_force": 45e3})
    assert result["boom_angle"][-1] > result["boom_angle"][0] + 0.1
    assert result["bucket_angle"][-1] > result["bucket_angle"][0] + 0.05
    assert result["lift_stroke"][-1] > result["lift_stroke"][0]


def test_the_fmu_closes_its_loops_and_leaves_open_only_sideways_forces(run_fmu):
    result = run_fmu("wheel_loader", 0.2, 0.02, HELD | DRIVEN, 1e-6)
    assert abs(result["drift"]).max() < ROUNDOFF
    assert [set(result[f"link_force_unique[{i}]"]) for i in (1, 2, 3)] == [{1.0}, {0.0}, {1.0}]
