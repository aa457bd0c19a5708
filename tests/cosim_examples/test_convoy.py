"""Two cars in convoy: gap and lane of the second car as its linear design says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from mbfmu.cosim import check_system, simulate_system
from mbfmu.library import library_file
from tests.example_scripts import example_scripts
from tests.reference_files import deviations
from tests.tolerances import FMU_INTEGRATION, INTEGRATION, STEADY

FOLDER = library_file("cosim_examples/convoy/system.py").parent
STRAIGHT = 3.0  # s before the first car comes to the change of lane
OFF_LANE = 0.15  # m, as the README says
HELD = 0.02  # m: what held inputs do to the gap at 20 ms, as the README says of the whole run


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with example_scripts(FOLDER, tmp_path_factory.mktemp("convoy")) as declared:
        yield declared


def designed_gap(scripts: dict[str, Any], times: np.ndarray) -> np.ndarray:
    """The gap beyond the wanted one [m] in closed form: of gap and speed under their two gains, from where the second car is too far behind."""
    closed = scripts["design"].A - scripts["design"].B @ scripts["feedback"].values["K"]
    start = np.array([0.0, 0.0, 0.0, 0.0, 0.0, scripts["FAR"], 0.0])
    return np.array([(expm(closed * t) @ start)[5] for t in times])


def test_the_whole_follows_as_designed(scripts: dict[str, Any]):
    result = scripts["whole"](0.05)
    straight = result["time"] < STRAIGHT
    designed = designed_gap(scripts, result["time"][straight])
    assert result["controller.seen.gap"][straight] == pytest.approx(designed, abs=INTEGRATION)
    assert result["controller.seen.distance"][-1] == pytest.approx(scripts["HEADWAY"] * 10.0, rel=STEADY)  # m, at 10 m/s
    assert abs(result["controller.seen.left"]).max() < OFF_LANE
    assert abs(result["second.y"][-1]) < STEADY


def test_fmus_follow_as_designed(scripts: dict[str, Any]):
    assert check_system(scripts["system"]) == ()
    result = simulate_system(replace(scripts["system"], stop_time=STRAIGHT), show_progress=False)
    assert result["controller.seen.gap"] == pytest.approx(designed_gap(scripts, result["time"]), abs=HELD)


@pytest.mark.slow
def test_fmus_keep_lane_and_gap_to_the_end_and_run_to_the_expected_motion(scripts: dict[str, Any]):
    result = simulate_system(scripts["system"], show_progress=False)
    assert abs(result["controller.seen.left"]).max() < OFF_LANE
    assert result["controller.seen.distance"][-1] == pytest.approx(scripts["HEADWAY"] * 10.0, rel=STEADY)
    assert deviations(result, FOLDER / "expected.csv", FMU_INTEGRATION) == {}


@pytest.mark.slow
def test_the_table_of_the_readme(scripts: dict[str, Any]):
    """Its line of 20 ms."""
    exact = scripts["whole"]()
    cells = [scripts["errors"](20e-3, method, exact) for method in scripts["METHODS"]]
    assert f"| 20 ms | {' | '.join(cells)} |" in (FOLDER / "README.md").read_text()
