"""mbfmu check as a person and as a script uses it."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from mbfmu.check import fmu as checking
from mbfmu.check import wrong_calls
from mbfmu.check.checks import CHECKS
from mbfmu.cli.main import app

from .stub import Lie

SOME = ("directional derivatives", "rollback in process", "units declared", "description valid")


def run(*arguments: object):
    return CliRunner().invoke(app, ["check", *map(str, arguments)])


def test_an_honest_fmu_ends_with_0_a_liar_with_1(stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    """With some of the checks: test_lies.py has them all."""
    monkeypatch.setattr(checking, "CHECKS", [check for check in CHECKS if check.name in SOME])
    assert run(stub()).exit_code == 0
    outcome = run(stub(Lie.DIRECTIONAL), "--json")
    assert outcome.exit_code == 1
    found = {(f["capability"], f["interface"]): f["outcome"] for f in json.loads(outcome.stdout)["findings"]}
    assert found[("directional derivatives", "ModelExchange")] == "false"
    assert found[("rollback in process", "ModelExchange")] == "true"


def test_what_fmi_forbids_does_not_count_and_may_be_left_out(stub: Callable[..., Path], monkeypatch: pytest.MonkeyPatch):
    wanted = ("calls in a wrong state refused", "wrong GUID or token refused", "units declared")
    monkeypatch.setattr(checking, "CHECKS", [check for check in CHECKS if check.name in wanted])
    monkeypatch.setattr(wrong_calls, "ALL", wrong_calls.ALL[:1])  # each takes a process; test_lies.py has them all
    liar = stub(Lie.TOKEN)
    outcome = run(liar)
    assert outcome.exit_code == 0
    assert "ModelExchange, wrong GUID or token refused (robustness, no promise of FMI): an instance was made" in " ".join(outcome.stdout.split())
    left = run(liar, "--skip", "robustness", "--json")
    assert [f["capability"] for f in json.loads(left.stdout)["findings"]] == ["units declared"]
    left = run(liar, "--skip", wanted[0], "--skip", "units declared", "--json")
    assert {f["capability"] for f in json.loads(left.stdout)["findings"]} == {wanted[1]}
    assert run(liar, "--skip", "robustnes").stderr.startswith(
        "error: no check or kind of checks is named 'robustnes'; the kinds are claim, robustness, comparison"
    )


def test_what_cannot_be_checked_is_said(stub: Callable[..., Path], tmp_path: Path):
    assert "no such file" in run(tmp_path / "none.fmu").stderr
    foreign = tmp_path / "Foreign.fmu"
    with zipfile.ZipFile(stub()) as source, zipfile.ZipFile(foreign, "w") as target:
        target.writestr("modelDescription.xml", source.read("modelDescription.xml"))
        target.writestr("binaries/darwin32/stub.dylib", b"")
    assert "has no binary for" in run(foreign).stderr


@pytest.mark.slow
def test_ctrl_c_at_any_time_says_one_line(stub: Callable[..., Path]):
    """Pressed as a terminal does it, for all processes: none of them shows a traceback."""
    for delay in np.linspace(0.3, 5.1, 13):
        command = [sys.executable, "-m", "mbfmu", "check", str(stub())]
        with subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(delay)
            os.killpg(process.pid, signal.SIGINT)
            assert (process.wait(timeout=20), process.stderr.read()) in {(130, "interrupted\n"), (-signal.SIGINT, ""), (0, "")}
