"""mbfmu check as a person and as a script uses it."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mbfmu.check import fmu as checking
from mbfmu.check.checks import CHECKS
from mbfmu.cli import app

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


def test_what_cannot_be_checked_is_said(stub: Callable[..., Path], tmp_path: Path):
    assert "no such file" in run(tmp_path / "none.fmu").stderr
    foreign = tmp_path / "Foreign.fmu"
    with zipfile.ZipFile(stub()) as source, zipfile.ZipFile(foreign, "w") as target:
        target.writestr("modelDescription.xml", source.read("modelDescription.xml"))
        target.writestr("binaries/darwin32/stub.dylib", b"")
    assert "has no binary for" in run(foreign).stderr
