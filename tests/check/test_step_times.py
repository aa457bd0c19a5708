"""Times of steps: what is said of them, and by which command."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import build_portable
from mbfmu.base.errors import MbfmuError
from mbfmu.check.step_times import duration, step_times, summary
from mbfmu.cli.main import app
from tests.library import problem_of


def run(*arguments: object):
    return CliRunner().invoke(app, ["check", *map(str, arguments)])


@pytest.fixture(scope="module")
def fmu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_portable(problem_of("duffing"), tmp_path_factory.mktemp("duffing"))


def test_numbers_of_a_distribution():
    """Of 2000 steps of 1 ms: one takes 3 ms, one 0.5 ms, the others 10 us."""
    taken = np.full(2000, 1e-5)
    taken[[700, 1500]] = 3e-3, 5e-4
    found = summary(1e-3, 1e-3 * np.arange(2000), taken)
    assert (found.median, found.most, found.largest, found.late) == (1e-5, 5e-4, 3e-3, 1)
    assert found.largest_at == pytest.approx(0.7) and found.ratio == pytest.approx(300.0)


def test_the_command_measures_at_least_a_thousand_steps(fmu: Path):
    shown = run(fmu, "--real-time", "1s")
    assert shown.exit_code == 0 and "1000 steps of 1 s" in shown.stdout and "late" in shown.stdout
    found = json.loads(run(fmu, "--real-time", "20ms", "--json").stdout)
    assert found["step"] == 2e-2 and found["steps"] == 5000 and 0.0 < found["median"] <= found["most"] <= found["largest"]


def test_steps_that_are_late_end_with_1(fmu: Path):
    outcome = run(fmu, "--real-time", "1e-9")
    assert outcome.exit_code == 1 and "100000 of 100000" in " ".join(outcome.stdout.split())


@pytest.mark.parametrize("text", ["", "fast", "-1ms", "0s", "nan", "inf", "1 minute"])
def test_what_is_no_time_is_said(fmu: Path, text: str):
    with pytest.raises(MbfmuError, match="is no time > 0: write it as 1ms, 250us or 0.001"):
        duration(text)
    assert (duration("250us"), duration("1 ms"), duration("0.5")) == (2.5e-4, 1e-3, 0.5)


def test_what_cannot_be_measured_is_said(fmu: Path, tmp_path: Path):
    assert "no such file" in run(tmp_path / "none.fmu", "--real-time", "1ms").stderr
    for step in (0.0, 1e-300, 1e300):
        with pytest.raises(MbfmuError, match="a step of .* s must be from 1e-09 s to 1000 s"):
            step_times(fmu, step)
    stuck = build_portable(replace(problem_of("duffing"), max_steps=1), tmp_path)
    with pytest.raises(MbfmuError, match="Duffing fails in the communication step of 100 s from t = 0 s: fmi2DoStep .* Try a shorter step"):
        step_times(stuck, 100.0)
