"""The flexible crane with and without input shaping: what is left of its first mode, as its README says."""

from typing import Any

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.cosim import check_system, read_csv, simulate_system
from tests.example_scripts import written_ssd
from tests.reference_files import deviations
from tests.tolerances import MOVED_UPDATES

FOLDER = library_file("cosim_examples/shaped_crane/system.py").parent
pytestmark = pytest.mark.slow  # it builds four FMUs and steps by Newton's method


@pytest.fixture(scope="module")
def shaped(scripts: dict[str, Any]) -> np.ndarray:
    return simulate_system(scripts["system"], show_progress=False)


def test_it_moves_as_expected(scripts: dict[str, Any], shaped: np.ndarray):
    assert check_system(scripts["system"]) == ()
    assert written_ssd(scripts["system"]) == (FOLDER / "system.ssd").read_text()
    expected = FOLDER / "expected.csv"
    assert deviations(shaped[list(read_csv(expected).dtype.names)], expected, MOVED_UPDATES) == {}


def test_shaping_leaves_a_tenth_of_the_first_mode_at_most(scripts: dict[str, Any], shaped: np.ndarray):
    plain, readme = simulate_system(scripts["unshaped"], show_progress=False), (FOLDER / "README.md").read_text()
    left, whole = (scripts["residual"](result) for result in (shaped, plain))
    assert left < 0.1 * whole
    for name, result, size in (("shaped", shaped, left), ("not shaped", plain, whole)):
        assert f"| {name} | {1e3 * size:.1f} mm | {1e-6 * result['crane.von_mises'].max():.0f} MPa |" in readme


def test_the_shaper_gives_what_it_got_now_and_half_a_period_ago(scripts: dict[str, Any], shaped: np.ndarray):
    """y = (u + K u(t - delay)) / (1 + K), held for a period of its updates."""
    mode, t, u = scripts["mode"], shaped["time"], shaped["shaper.u"]
    delay = np.pi / mode.imag
    K = np.exp(mode.real * delay)
    exact = (u + K * np.interp(t - delay, t, u)) / (1.0 + K)
    assert abs(shaped["shaper.y"] - exact).max() <= (delay / scripts["TAPS"] + scripts["STEP"]) * np.diff(u).max() / scripts["STEP"]
