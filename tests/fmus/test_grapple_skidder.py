"""What a grapple skidder must do: come to rest on a washboard from 0.3 m off, drag its logs, and run faster than real time."""

from pathlib import Path
from time import process_time

import numpy as np
import pytest

from mbfmu import Body, Ramp, build_native, equilibrium, simulate
from mbfmu.cosim import simulate_fmu
from mbfmu.problem.load_problem import load_model
from tests.library import FMUS, problem_of
from tests.tolerances import BALANCED, SETTLED, STEADY

CORNERS = ("front_left", "front_right", "rear_left", "rear_right")
RESTING = ("position[1]", "position[3]", "pitch", "arch_angle", "boom_angle", "logs_swing", "tail_force", *(f"wheel_force_{c}[3]" for c in CORNERS))
DRIVEN = {f"drive_torque_{corner}": Ramp(at=0.5, duration=1.0, height=6e3) for corner in CORNERS}


def test_it_stands_on_the_washboard_where_a_drop_ends():
    """Its start is 0.3 m above and 0.3 m ahead. It rolls back into the trough, and the drag of its logs brakes it."""
    found = equilibrium(problem_of("grapple_skidder"))
    assert found.acceleration <= BALANCED and found.stability != "unstable"
    dropped = simulate(problem_of("grapple_skidder"), 100.0, 1.0, rtol=1e-6)
    start = np.array([dropped[f"position[{i}]"][0] - found.outputs[f"position[{i}]"] for i in (1, 3)])
    assert start == pytest.approx([0.29, 0.30], abs=0.01)
    for name in RESTING:
        assert dropped[name][-1] == pytest.approx(found.outputs[name], rel=STEADY, abs=STEADY), name


def test_wheels_and_tail_carry_its_weight():
    """On level ground, where all forces of the road are upright."""
    level = load_model(FMUS / "grapple_skidder" / "model.py")
    found = equilibrium(level, {"road.amplitude": 0.0})
    carried = found.outputs["tail_force"] + sum(found.outputs[f"wheel_force_{corner}[3]"] for corner in CORNERS)
    assert carried == pytest.approx(9.81 * sum(body.values["m"] for body in level.of_type(Body)), rel=SETTLED)


def test_it_drags_its_logs_around_a_bend():
    forces = {"steer_left_force": -3e4, "steer_right_force": 3e4}
    left, right = (
        simulate(problem_of("grapple_skidder"), 6.0, 0.1, inputs=DRIVEN | {name: side * f for name, f in forces.items()}, rtol=1e-7)
        for side in (1, -1)
    )
    assert left["position[1]"][-1] > 3.0 and left["yaw"][-1] > 0.1
    assert left["logs_turn"][-1] < -0.01  # the tail stays behind
    assert right["yaw"] == pytest.approx(-left["yaw"], abs=1e-4)


@pytest.mark.slow
def test_natively_it_runs_ten_times_faster_than_real_time(tmp_path: Path):
    fmu = build_native(problem_of("grapple_skidder"), tmp_path)
    simulate_fmu(fmu, 0.1, inputs=DRIVEN)
    begun = process_time()
    simulate_fmu(fmu, 10.0, inputs=DRIVEN)
    assert process_time() - begun < 1.0
