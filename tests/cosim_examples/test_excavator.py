"""The digging excavator: seven FMUs, of which one moves."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.cli.open_source import opened_system
from mbfmu.cosim import System, check_system, read_csv, simulate_system
from mbfmu.cosim.fmu.pictures import system_scene
from tests.example_scripts import example_scripts, written_ssd
from tests.reference_files import deviations
from tests.tolerances import FMU_INTEGRATION, FOLLOWED

SYSTEM = library_file("cosim_examples/excavator/system.py")


@pytest.fixture(scope="module")
def excavator(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("excavator"))
        with opened_system(SYSTEM) as system:
            yield system


def test_it_is_of_seven_fmus(excavator: System):
    assert len(excavator.components) == 7
    assert check_system(excavator) == ()
    assert written_ssd(excavator) == (SYSTEM.parent / "system.ssd").read_text()


@pytest.mark.parametrize("stop", [2.0, pytest.param(12.0, marks=pytest.mark.slow)])  # s
def test_each_cylinder_follows_its_set_point(excavator: System, stop: float):
    result = simulate_system(replace(excavator, stop_time=stop), show_progress=False, pictures=True)
    for name in ("boom", "arm", "bucket"):
        assert abs(result[f"{name}_pid.error"]).max() < FOLLOWED
        assert result[f"{name}_cylinder.p_A"].min() > 5e5 and result[f"{name}_cylinder.p_B"].max() < 290e5
        assert result[f"excavator.{name}_jack.s"][:180] == pytest.approx(result[f"excavator.{name}_jack.s"][0], abs=FOLLOWED / 10)
    with system_scene(excavator) as scene:
        assert {"excavator.boom", "excavator.arm", "excavator.bucket"} <= {node.name for node in scene.nodes}
    pins = [np.array([result[f"excavator.{part}.frame_a.r[{i}]"] for i in (1, 2, 3)]) for part in ("boom", "arm", "bucket")]
    assert np.linalg.norm(pins[1] - pins[0], axis=0) == pytest.approx(5.4) and np.linalg.norm(pins[2] - pins[1], axis=0) == pytest.approx(2.9)


def test_interface_mass_keeps_it_stable_at_10_ms(excavator: System):
    """In the Jacobi master: the strokes follow, and forces do not jump from step to step."""
    result = simulate_system(replace(excavator, stop_time=3.0, step_size=1e-2), show_progress=False)
    for name in ("boom", "arm", "bucket"):
        assert abs(result[f"{name}_pid.error"]).max() < FOLLOWED
        assert abs(np.diff(result[f"{name}_cylinder.rod.f"], 2)).max() < 1e3  # N, of 145 kN; a ringing force changes by as much as it is large


@pytest.mark.slow
def test_it_runs_to_the_expected_motion(excavator: System):
    expected = SYSTEM.parent / "expected.csv"
    result = simulate_system(excavator, show_progress=False)[list(read_csv(expected).dtype.names)]
    assert deviations(result, expected, FMU_INTEGRATION) == {}


@pytest.mark.slow
def test_the_tables_of_the_readme(tmp_path: Path):
    """Their lines of 10 ms."""
    readme = (SYSTEM.parent / "README.md").read_text()
    with example_scripts(SYSTEM.parent, tmp_path) as scripts:
        exact = scripts["whole"]()
        assert [line for line in (scripts["by_interface_mass"](10e-3, exact), *scripts["by_input_order"](10e-3, exact)) if line not in readme] == []
