"""Types on the command line: shown by info, read behind --set."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import BlockModel, build_portable
from mbfmu.cli.main import app
from tests.tolerances import FMU_INTEGRATION
from tests.valve import SHARE, Tank

MODEL = 'from mbfmu import BlockModel\nfrom tests.valve import Tank\n\nmodel = BlockModel("Tank", Tank())\n'


@pytest.fixture(params=["model.py", "Tank.fmu"])
def path(request, tmp_path: Path) -> Path:
    (tmp_path / "model.py").write_text(MODEL)
    build_portable(BlockModel("Tank", Tank()), tmp_path)
    return tmp_path / request.param


def run(*words: object) -> dict:
    outcome = CliRunner().invoke(app, [*map(str, words), "--json"])
    return json.loads(outcome.stdout)


def test_info_shows_them(path: Path):
    shown = {v["name"]: (v["type"], v["unit"], v["start"]) for v in run("info", path)["variables"]}
    assert shown["enabled"] == ("Boolean", "", True)
    assert shown["pipes"] == ("Integer", "", 2)
    assert shown["valve"] == ("Valve: closed, throttled, open", "", "open")
    assert shown["T"] == ("Real", "s", 1.0)
    assert "Boolean" in CliRunner().invoke(app, ["info", str(path)]).stdout


def test_start_values_are_read_by_their_types(path: Path, tmp_path: Path):
    given = [word for text in ("valve=throttled", "pipes=4", "inverted=true") for word in ("--set", text)]
    written = run("simulate", path, "--stop", "1", *given, "-o", tmp_path / "out", "--no-plot")
    result = np.genfromtxt(written["csv"], delimiter=",", names=True)
    assert 1.0 - result["y"][-1] == pytest.approx(1.0 - np.exp(-4 * SHARE["throttled"]), abs=FMU_INTEGRATION)


def test_what_means_nothing_is_refused(path: Path, tmp_path: Path):
    wrong = run("simulate", path, "--set", "valve=shut", "--set", "enabled=yes", "-o", tmp_path / "out")
    assert "valve = 'shut' is not" in json.dumps(wrong) and "enabled = 'yes' is not" in json.dumps(wrong)
