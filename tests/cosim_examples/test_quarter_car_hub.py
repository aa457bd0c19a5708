"""The quarter car cut at its hub: errors as the table of its README says."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import check_system, simulate_system
from tests.example_scripts import written_ssd
from tests.reference_files import deviations
from tests.tolerances import ASYMPTOTIC, FMU_INTEGRATION

FOLDER = library_file("cosim_examples/quarter_car_hub/system.py").parent


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other FMUs than those of the declared system are built there, under the same names."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
def test_the_tables_of_the_readme(scripts: dict[str, Any], elsewhere: None):
    """The line of 5 ms of the first one, and that of Gauss-Seidel's master with lines of the second."""
    cells, readme = [scripts["error"](5e-3, with_mass, method) for method in scripts["METHODS"] for with_mass in (False, True)], FOLDER / "README.md"
    assert f"| 5 ms | {' | '.join(cells)} |" in readme.read_text() and scripts["by_input_order"]("gauss_seidel", 1) in readme.read_text()


def test_it_runs_without_a_warning(scripts: dict[str, Any]):
    assert check_system(scripts["system"]) == ()
    assert written_ssd(scripts["system"]) == (FOLDER / "system.ssd").read_text()
    result = simulate_system(scripts["system"], show_progress=False)
    assert abs(result["car.hub.s"] - scripts["exact"](result["time"])).max() < 2e-4
    assert deviations(result, FOLDER / "expected.csv", FMU_INTEGRATION) == {}


def test_fitted_forces_create_little_energy(scripts: dict[str, Any], elsewhere: None):
    """Of the 750 J with which the tire starts; a constant force with the mean of another one creates h2 / 12 of the products of their rates."""
    found = [simulate_system(scripts["quarter_car"](step), show_progress=False)["car.hub.residual_energy"] for step in (5e-3, 2.5e-3)]
    coarse, fine = (abs(energy).max() for energy in found)
    assert coarse < 750.0 / 100 and np.log2(coarse / fine) == pytest.approx(2.0, abs=ASYMPTOTIC)
