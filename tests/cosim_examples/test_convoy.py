"""Two cars in convoy: what was designed on a planar linear car keeps the car of 19 bodies in its lane and at its distance."""

from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

from mbfmu import DoubleLaneChange, lane_controller
from mbfmu.analysis.lane_controller import lateral
from mbfmu.cli.library import library_file
from mbfmu.cosim import check_system, simulate_system
from tests.lane_keeping import kept
from tests.reference_files import deviations
from tests.tolerances import FMU_INTEGRATION

pytestmark = pytest.mark.slow  # cars of 19 bodies

FOLDER = library_file("cosim_examples/convoy/system.py").parent
STRAIGHT = 2.5  # s, in which both cars are before the change of lane
# What the car of 19 bodies adds to the linear design, as the README says; and how near FMUs in steps of 10 ms are:
BESIDE, APART, OFF_LANE = 0.01, 0.045, 0.06  # m: on the way back into the lane, in the change of lane at 5 m/s2, and how far it is off then
GAP, AT_LAST = 0.04, 0.1  # m: of the gap, which the masses of turning parts delay, and of the distance 9 s behind the last change of speed


@pytest.fixture(scope="module")
def run(scripts: dict[str, Any]) -> np.ndarray:
    return scripts["whole"](0.05, rtol=1e-7)


def test_it_comes_back_into_its_lane_as_designed(scripts: dict[str, Any], run: np.ndarray):
    """From 0.2 m beside it, by the exponential of the planar car's matrix."""
    system, values = lateral(scripts["design"]), scripts["keeping"].values
    K = np.array([[values[f"k_{name}"] for name in ("slip", "turning", "heading", "left")]], dtype=float)
    straight = run["time"] < STRAIGHT
    designed = [-scripts["ASIDE"] * expm((system.A - system.B @ K) * t)[3, 3] for t in run["time"][straight]]
    assert run["controller.steer.left"][straight] == pytest.approx(designed, abs=BESIDE)


def test_it_keeps_to_the_lane_as_the_planar_car_does(scripts: dict[str, Any], run: np.ndarray):
    """At each place of the lane: the planar car at constant speed is off by 3 cm at most, the car of 19 bodies by 5 cm."""
    design = scripts["design"]
    planar = kept(design, lane_controller(design, scripts["Q"], scripts["R"]), DoubleLaneChange(**scripts["TRACK"]), 12.0)
    later = planar["car.x"] > 20.0
    found = np.interp(planar["car.x"][later], run["second.position[1]"] - float(design.values["l_f"]), run["controller.steer.left"])
    assert found == pytest.approx(planar["keeping.left"][later], abs=APART)
    assert np.abs(planar["keeping.left"]).max() < 0.035 and np.abs(found).max() < OFF_LANE


def test_it_keeps_its_distance(scripts: dict[str, Any], run: np.ndarray):
    straight = run["time"] < STRAIGHT
    designed = scripts["FAR"] * np.exp(-float(scripts["cruise"].values["k_gap"]) * run["time"][straight])
    assert run["controller.cruise.gap"][straight] == pytest.approx(designed, abs=GAP)
    assert run["controller.cruise.distance"][-1] == pytest.approx(6.0 + 1.2 * 10.0, abs=AT_LAST)  # m, at 10 m/s
    assert abs(run["controller.steer.left"][-1]) < 1e-3


def test_fmus_keep_lane_and_distance_and_run_to_the_expected_motion(scripts: dict[str, Any]):
    assert check_system(scripts["system"]) == ()
    result = simulate_system(scripts["system"], show_progress=False)
    assert np.abs(result["controller.steer.left"][result["time"] > STRAIGHT]).max() < OFF_LANE
    assert result["controller.cruise.distance"][-1] == pytest.approx(6.0 + 1.2 * 10.0, abs=AT_LAST)
    moving = [name for name in result.dtype.names if not name.endswith("energy_error")]  # which would be zero if integrators did not err
    assert deviations(result[moving], FOLDER / "expected.csv", FMU_INTEGRATION) == {}


def test_the_table_of_the_readme(scripts: dict[str, Any]):
    """Its line of 50 ms."""
    exact = scripts["whole"]()
    cells = [scripts["errors"](50e-3, method, exact) for method in scripts["METHODS"]]
    assert f"| 50 ms | {' | '.join(cells)} |" in (FOLDER / "README.md").read_text()
