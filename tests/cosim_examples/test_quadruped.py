"""The quadruped and its controller: it trots, stands still, and its README has the numbers."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mbfmu import Table, build_fmu, build_native, build_portable
from mbfmu.cli.library import library_file
from mbfmu.cosim import check_system, read_csv, simulate_system
from tests.example_scripts import written_ssd
from tests.reference_files import deviations
from tests.tolerances import CONTACT_IN_FMUS, FMU_INTEGRATION, RESTING

FOLDER = library_file("cosim_examples/quadruped/system.py").parent
pytestmark = pytest.mark.slow  # it trots for 14 s, and stands for 60 s


@pytest.fixture(scope="module")
def trot(scripts: dict[str, Any]) -> np.ndarray:
    return simulate_system(scripts["system"], show_progress=False)


def test_it_moves_as_expected(scripts: dict[str, Any], trot: np.ndarray):
    assert check_system(scripts["system"]) == ()
    assert written_ssd(scripts["system"]) == (FOLDER / "system.ssd").read_text()
    expected = FOLDER / "expected.csv"
    assert deviations(trot[list(read_csv(expected).dtype.names)], expected, CONTACT_IN_FMUS) == {}


def test_it_trots_ten_metres_as_its_readme_says(scripts: dict[str, Any], trot: np.ndarray):
    readme = (FOLDER / "README.md").read_text()
    x, y = (trot[f"robot.floating_base.r[{i}]"] for i in (1, 2))
    torque, force = (max(float(abs(trot[name]).max()) for name in names) for names in (columns(trot, "controller.tau."), columns(trot, "_foot.N")))
    assert x[-1] > 10.0 and abs(trot["robot.trunk.N"]).max() == 0.0
    for said in (f"gone {x[-1]:.1f} m", f"{1e3 * abs(y).max():.0f} mm off the line", f"largest torque is {torque:.0f} N.m", f"foot {force:.0f} N"):
        assert said in readme
    assert max(np.degrees(abs(trot[f"robot.{angle}"]).max()) for angle in ("roll", "pitch")) < 1.4


def test_co_simulation_gives_the_motion_of_the_whole(scripts: dict[str, Any], trot: np.ndarray):
    exact = scripts["whole"]()
    assert scripts["error"](trot[: len(exact)], exact) < CONTACT_IN_FMUS


def test_it_recovers_from_a_push(scripts: dict[str, Any]):
    system = scripts["system"]
    pushed = replace(system.components["robot"], values={"floating_base.v_start[2]": 0.6})
    found = simulate_system(replace(system, components={**system.components, "robot": pushed}, stop_time=6.0), show_progress=False)
    assert abs(found["robot.roll"][found["time"] > 3.0]).max() < 0.05


def test_it_stands_without_creep(scripts: dict[str, Any]):
    assert scripts["creep"](simulate_system(scripts["standing"](scripts["system"]), show_progress=False)) < RESTING


def test_all_kinds_of_fmus_give_the_same(scripts: dict[str, Any], tmp_path: Path):
    """With a constant speed: of one that varies, interpreted FMUs get the mean over each step."""
    system = replace(scripts["system"], stop_time=0.5, inputs={"controller.speed": Table((0.0, 1.0), (0.5, 0.5))})
    portable, *others = (
        simulate_system(replace(system, components={name: build(model, tmp_path) for name, model in scripts["models"].items()}), show_progress=False)
        for build in (build_portable, build_native, build_fmu)
    )
    for other in others:
        assert max(float(abs(other[name] - portable[name]).max()) for name in portable.dtype.names) <= FMU_INTEGRATION


def columns(result: np.ndarray, part: str) -> list[str]:
    return [name for name in result.dtype.names if part in name]
