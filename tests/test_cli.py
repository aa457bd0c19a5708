"""The command line as a person and as a script uses it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.cli import app

FMUS = Path(__file__).parent.parent / "fmus"


def run(*arguments: object):
    return CliRunner().invoke(app, [str(a) for a in arguments])


def result(*arguments: object) -> dict:
    outcome = run(*arguments, "--json")
    assert outcome.exit_code == 0, outcome.output
    return json.loads(outcome.stdout)


def test_info_shows_every_variable_of_a_model():
    interface = result("info", FMUS / "quarter_car/model.py")
    found = {v["name"]: (v["causality"], v["unit"]) for v in interface["variables"]}
    assert found["road"] == ("input", "m")
    assert found["suspension_force"] == ("output", "N")
    assert found["suspension.c"] == ("parameter", "N/m")
    assert interface["stop_time"] == 10.0


def test_info_is_readable():
    outcome = run("info", FMUS / "pid/model.py")
    assert outcome.exit_code == 0
    assert "measurement" in outcome.stdout and "parameter (tunable)" in outcome.stdout


def test_simulate_a_model_writes_csv_and_plot(tmp_path):
    written = result("simulate", FMUS / "quarter_car/model.py", "--stop", 0.5, "--set", "body.m=300", "-o", tmp_path)
    assert Path(written["csv"]).read_text().startswith('"time","wheel_height"')
    assert Path(written["plot"]).read_bytes()[:4] == b"\x89PNG"


def test_build_info_and_simulate_an_fmu(tmp_path):
    built = result("build", FMUS / "quarter_car/model.py", "-o", tmp_path)["fmus"]
    assert built == [str(tmp_path / "QuarterCar.fmu")]
    assert result("info", built[0])["fmi_version"] == "2.0"
    written = result("simulate", built[0], "--stop", 0.5, "-o", tmp_path, "--no-plot")
    assert list(written) == ["csv"]


@pytest.mark.parametrize(
    "arguments, words",
    [
        (("build", "nowhere.py"), "nowhere.py: there is no such file"),
        (("simulate", "nowhere.fmu"), "nowhere.fmu"),
        (("cosim", "nowhere.ssd"), "nowhere.ssd"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "body.m"), "write NAME=VALUE"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "body.m=-1"), "body.m = -1.0 kg must be > 0 kg"),
        (("simulate", FMUS / "quarter_car/model.py", "--set", "wheels=4"), "no variable 'wheels'"),
    ],
)  # fmt: skip
def test_errors_are_one_message_and_exit_code_1(tmp_path, arguments, words):
    outcome = run(*arguments, "-o", tmp_path)
    assert outcome.exit_code == 1
    assert words in outcome.stderr
    assert "Traceback" not in outcome.output
    assert list(tmp_path.iterdir()) == []
    as_json = run(*arguments, "-o", tmp_path, "--json")
    assert as_json.exit_code == 1 and words in json.loads(as_json.stdout)["error"]


def test_a_model_file_that_does_not_run_is_told_with_its_line(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("x = 1\ny = x / 0\n")
    outcome = run("build", broken, "-o", tmp_path / "out")
    assert outcome.exit_code == 1 and "ZeroDivisionError" in outcome.stderr and "line 2" in outcome.stderr
    empty = tmp_path / "empty.py"
    empty.write_text("")
    assert "declares no `model`" in run("build", empty).stderr


def test_wrong_usage_exits_with_2_and_help_teaches():
    assert run("simulate").exit_code == 2
    for verb in ("build", "info", "simulate", "cosim", "demo"):
        assert "Example" in run(verb, "--help").stdout


def test_python_m_mbfmu():
    outcome = subprocess.run([sys.executable, "-m", "mbfmu", "--help"], capture_output=True, text=True)
    assert outcome.returncode == 0 and "cosim" in outcome.stdout
