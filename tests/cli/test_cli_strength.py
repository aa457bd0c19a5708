"""mbfmu strength: damage by the stresses of a result."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu import write_result
from mbfmu.cli.main import app

from ..tolerances import ROUNDOFF

pytest.importorskip("rainflow")  # of the extra mbfmu[strength]

CURVE = ("--amplitude", "80e6", "--exponent", "5", "--ultimate", "400e6")
CYCLES = 20


@pytest.fixture
def result(tmp_path: Path) -> Path:
    """A second of 20 cycles of two stresses, of which one is twice the other."""
    quarters = np.arange(4 * CYCLES + 1)
    run = np.zeros(len(quarters), dtype=[("time", float), ("root.top", float), ("root.side", float), ("x", float)])
    run["time"], run["root.side"] = quarters / (4 * CYCLES), 40e6 * np.cos(0.5 * np.pi * quarters)
    run["root.top"] = 2.0 * run["root.side"]
    write_result(tmp_path / "run.csv", run)
    return tmp_path / "run.csv"


def test_damage(result: Path, tmp_path: Path):
    done = CliRunner().invoke(app, ["strength", str(result), "--stress", "root*", *CURVE, "-o", str(tmp_path), "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    worst, other = found["signals"]
    assert [worst["signal"], other["signal"]] == ["root.top", "root.side"]
    assert worst["damage"] == pytest.approx(CYCLES / 2e6, rel=ROUNDOFF)
    assert other["damage"] == pytest.approx(worst["damage"] / 2**5, rel=ROUNDOFF)
    assert [worst["largest_range"], worst["life"]] == pytest.approx([160e6, 2e6 / CYCLES], rel=ROUNDOFF)
    assert Path(found["plot"]).read_bytes().startswith(b"\x89PNG")


def test_table_without_a_picture(result: Path, tmp_path: Path):
    done = CliRunner().invoke(app, ["strength", str(result), "--stress", "root.top", *CURVE, "-o", str(tmp_path), "--no-plot"])
    assert done.exit_code == 0 and "root.top" in done.output and not list(tmp_path.glob("*.png"))


def test_wrong_input(result: Path):
    cases = [("--stress", "roof*", *CURVE), "roof"], [("--stress", "x", "--amplitude", "0", "--exponent", "5"), "amplitude = 0.0 must"]
    for options, message in cases:
        done = CliRunner().invoke(app, ["strength", str(result), *options, "--no-plot"])
        assert done.exit_code == 1 and message in " ".join((done.output + done.stderr).split())


@pytest.mark.parametrize(
    "second, message", [("1,nan", "s: a history to count cycles of must be finite, and is nan at sample 1"), ("3,1", "`time` that ascends")]
)
def test_results_that_are_no_history(tmp_path: Path, second: str, message: str):
    """What is not finite is told by its name, and times that go back."""
    (tmp_path / "run.csv").write_text(f"time,s\n0,0\n{second}\n2,0\n")
    done = CliRunner().invoke(app, ["strength", str(tmp_path / "run.csv"), "--stress", "s", *CURVE, "--no-plot"])
    assert done.exit_code == 1 and message in " ".join((done.output + done.stderr).split())
