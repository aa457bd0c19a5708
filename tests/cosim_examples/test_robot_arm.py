"""The robot arm from URDF with sampled controllers: Gauss-Seidel gives the motion of the whole, and torques hold the arm."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import check_system, simulate_system
from mbfmu.cosim.advice.advised_run import lasting_oscillation
from tests.example_scripts import written_ssd
from tests.reference_files import deviations
from tests.tolerances import FMU_INTEGRATION, INTEGRATION, STEADY

FOLDER = library_file("cosim_examples/robot_arm/system.py").parent


@pytest.fixture(scope="module")
def result(scripts: dict[str, Any]) -> np.ndarray:
    return simulate_system(scripts["system"], show_progress=False)


def test_it_moves_as_the_whole_as_expected_and_without_a_warning(scripts: dict[str, Any], result: np.ndarray):
    assert check_system(scripts["system"]) == ()
    assert written_ssd(scripts["system"]) == (FOLDER / "system.ssd").read_text()
    assert scripts["error"](result, scripts["whole"]()) < INTEGRATION
    assert deviations(result, FOLDER / "expected.csv", FMU_INTEGRATION) == {}


def test_torques_hold_the_weight_at_the_end(result: np.ndarray):
    """Those of upper arm (5 kg), forearm (3 kg) and load (2 kg) about shoulder and elbow, where the arm has come to rest."""
    shoulder, elbow, g = result["arm.shoulder.phi"][-1], result["arm.elbow.phi"][-1], 9.81
    of_forearm = g * (3 * 0.2 + 2 * 0.45) * np.cos(shoulder + elbow)
    of_upper_arm = g * (5 * 0.25 + (3 + 2) * 0.5) * np.cos(shoulder)
    assert [shoulder, elbow] == pytest.approx([0.2, -0.4], rel=10 * STEADY)
    assert result["arm.elbow.tau"][-1] == pytest.approx(of_forearm, rel=10 * STEADY)
    assert result["arm.shoulder.tau"][-1] == pytest.approx(of_upper_arm + of_forearm, rel=10 * STEADY)


def test_jacobi_shakes_at_its_period_and_says_so(scripts: dict[str, Any], result: np.ndarray, caplog: pytest.LogCaptureFixture):
    """It has no power ports; the oscillation is gone at 2 ms, and Gauss-Seidel has none."""
    assert lasting_oscillation(scripts["system"], result, lambda _: pytest.fail("it was run again")) == ""
    for step in (4e-3, 2e-3):
        simulate_system(replace(scripts["system"], method="jacobi", step_size=step), show_progress=False)
    (said,) = caplog.messages
    assert "steps of 0.004 s are too long for jacobi" in said and re.search(r"arm\.(elbow|shoulder)\.phi -> \1_pid\.measurement", said)


@pytest.mark.slow
def test_the_table_of_the_readme(scripts: dict[str, Any]):
    """Its column of the Jacobi master, but for 4 ms, where the arm shakes."""
    exact, readme = scripts["whole"](), (FOLDER / "README.md").read_text()
    for step in (2e-3, 1e-3):
        error = scripts["error"](simulate_system(replace(scripts["system"], method="jacobi", step_size=step), show_progress=False), exact)
        assert f"| {step * 1e3:g} ms | {error:.1e} rad |" in readme
