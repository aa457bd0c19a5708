"""The full car that brakes on split friction: with anti-lock braking it keeps to its lane to a standstill, without it the car turns."""

from dataclasses import replace
from runpy import run_path

import pytest

from mbfmu.cosim import read_csv, simulate_system
from mbfmu.library import library_file
from tests.example_scripts import example_scripts
from tests.reference_files import deviations
from tests.tolerances import FMU_INTEGRATION

FOLDER = library_file("cosim_examples/full_car/system.py").parent


@pytest.mark.slow
def test_only_with_anti_lock_braking_it_keeps_to_its_lane(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    script = run_path(str(FOLDER / "system.py"))
    braked = simulate_system(script["system"], show_progress=False)
    expected = FOLDER / "expected.csv"
    assert deviations(braked[list(read_csv(expected).dtype.names)], expected, FMU_INTEGRATION) == {}
    moving = braked[braked["car.v_x"] > 1.0]
    rolling = [script["FRONT"].z * moving[f"car.wheel_speed_{corner}"] / moving["car.v_x"] for corner in script["CORNERS"]]
    assert min(speeds.min() for speeds in rolling) > 0.7
    assert abs(braked["car.v_x"][-1]) < 0.3  # m/s: it stands, and rocks on its treads
    locked = simulate_system(replace(script["braking"](5e-3, with_abs=False), stop_time=1.0), show_progress=False)
    assert abs(braked["car.yaw"]).max() < 0.1 < 0.2 < abs(locked["car.yaw"]).max()
    assert locked["car.wheel_speed_FR"][-1] < 1.0


@pytest.mark.slow
def test_what_coupling_creates_at_the_hubs_of_the_rolling_car(tmp_path):
    """The lines of 5 ms in the README."""
    with example_scripts(FOLDER, tmp_path) as scripts:
        exact, readme = scripts["rolling_speed"](), (FOLDER / "README.md").read_text()
        lines = [f"| 5 ms | {inputs} | {scripts['rolled'](5e-3, inputs, exact)} |" for inputs in scripts["ROLLS"]]
    assert [line for line in lines if line not in readme] == []
