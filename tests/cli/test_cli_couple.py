"""`mbfmu couple`, and the look that `mbfmu cosim` takes at its step."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.cli.main import app

OSCILLATOR = Path(__file__).parents[2] / "cosim_examples/two_mass_oscillator/system.py"


@pytest.fixture
def oscillator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(OSCILLATOR, tmp_path))


def run(*arguments: object):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def test_it_advises(oscillator: Path):
    """The present way is the first; with longer steps than its limit, an eigenvalue of the Jacobi master leaves the unit circle."""
    found = json.loads(run("couple", oscillator, "--json").stdout)
    present = found["ways"][0]
    assert (present["method"], present["input_order"]) == ("jacobi", 0)
    assert present["limit"] == pytest.approx(0.0435, rel=0.01)
    assert found["advice"][0].startswith("take ")
    assert "gauss_seidel, inputs linear" in run("couple", oscillator).stdout


def test_it_advises_for_another_stop_time(oscillator: Path):
    """With the Newton master no step is too long, so the longest step is the experiment."""
    ways = json.loads(run("couple", oscillator, "--stop", 0.25, "--json").stdout)["ways"]
    assert max(way["limit"] for way in ways) == 0.25


def test_cosim_warns_of_its_step(oscillator: Path):
    unstable = run("cosim", oscillator, "--step", 0.05, "--no-plot")
    assert "jacobi with steps of 0.05 s is not stable (the limit is 0.043" in unstable.stderr
    fine = run("cosim", oscillator, "--step", 0.05, "--method", "newton", "--input-order", 1, "--no-plot")
    assert fine.exit_code == 0 and "couple" not in fine.stderr
