"""The gripper: what it grasps firmly it lifts and shakes without slip, as its README says."""

from typing import Any

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import check_system, read_csv, simulate_system
from tests.example_scripts import written_ssd
from tests.reference_files import deviations
from tests.tolerances import CONTACT_IN_FMUS

FOLDER = library_file("cosim_examples/gripper/system.py").parent
pytestmark = pytest.mark.slow  # it builds an FMU of boxes on boxes


@pytest.fixture(scope="module")
def firm(scripts: dict[str, Any]) -> np.ndarray:
    return simulate_system(scripts["system"], show_progress=False)


def test_it_moves_as_expected(scripts: dict[str, Any], firm: np.ndarray):
    assert check_system(scripts["system"]) == ()
    assert written_ssd(scripts["system"]) == (FOLDER / "system.ssd").read_text()
    expected = FOLDER / "expected.csv"
    assert deviations(firm[list(read_csv(expected).dtype.names)], expected, CONTACT_IN_FMUS) == {}


def test_a_box_that_is_pressed_firmly_does_not_slip_and_others_do(scripts: dict[str, Any], firm: np.ndarray):
    weak, readme = simulate_system(scripts["weak"], show_progress=False), (FOLDER / "README.md").read_text()
    assert abs(scripts["slip"](firm)) < 5e-5  # m: the deflection of the bristles at full friction
    assert scripts["slip"](weak) > 0.01
    for force, result in ((60, firm), (12, weak)):
        assert f"| {force} N | {1e3 * scripts['slip'](result):.3f} mm |" in readme
