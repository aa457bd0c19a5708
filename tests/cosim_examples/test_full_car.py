"""The full car that brakes on split friction: with anti-lock braking it keeps to its lane to a standstill, without it the car turns."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import read_csv, simulate_system
from tests.reference_files import differences
from tests.tolerances import FMU_INTEGRATION, ROUNDOFF, SWITCHED

pytestmark = pytest.mark.slow  # a car of 19 bodies

FOLDER = library_file("cosim_examples/full_car/system.py").parent
KNOWN = 1.5  # s: wheels past the peak of their tires make differences ten times as large in 0.17 s, from roundoff to another switch of a brake at 2 s
WAY = ["time", "car.position[1]", "car.velocity[1]"]  # which do not depend on when a brake switches


def test_only_with_anti_lock_braking_it_keeps_to_its_lane(scripts: dict[str, Any]):
    braked = simulate_system(scripts["system"], show_progress=False)
    expected = read_csv(FOLDER / "expected.csv")
    found = braked[list(expected.dtype.names)][np.searchsorted(braked["time"], expected["time"] - ROUNDOFF)]
    known = expected["time"] <= KNOWN
    assert differences(found[known], expected[known], FMU_INTEGRATION) == {}
    assert differences(found[WAY], expected[WAY], SWITCHED) == {}
    moving = braked[braked["car.v_x"] > 1.0]
    rolling = [scripts["FRONT"].z * moving[f"car.wheel_speed_{corner}"] / moving["car.v_x"] for corner in scripts["CORNERS"]]
    assert min(speeds.min() for speeds in rolling) > 0.85
    assert abs(braked["car.v_x"][-1]) < 0.3  # m/s: it stands, and rocks on its treads
    locked = simulate_system(replace(scripts["braking"](5e-3, with_abs=False), stop_time=1.0), show_progress=False)
    assert abs(braked["car.yaw"]).max() < 0.1 < 0.2 < abs(locked["car.yaw"]).max()
    assert sum(locked[f"car.wheel_speed_{corner}"][-1] < 1.0 for corner in scripts["CORNERS"]) == 3


def test_the_table_of_the_readme(scripts: dict[str, Any]):
    """Its lines of 5 ms."""
    exact, readme = scripts["whole"](), (FOLDER / "README.md").read_text()
    assert [method for method in scripts["METHODS"] if f"| 5 ms | {method} | {scripts['errors'](5e-3, method, exact)} |" not in readme] == []


def test_what_coupling_creates_at_the_hubs_of_the_rolling_car(scripts: dict[str, Any]):
    """The table's lines of 5 ms."""
    exact, readme = scripts["rolling_speed"](), (FOLDER / "README.md").read_text()
    assert [inputs for inputs in scripts["ROLLS"] if f"| 5 ms | {inputs} | {scripts['rolled'](5e-3, inputs, exact)} |" not in readme] == []
