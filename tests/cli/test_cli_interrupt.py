"""Ctrl-C in commands."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command_line import CAR, VECTOR_MODEL, run


def test_an_interrupt_is_one_line_and_exit_code_130(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupted(problem, progress, **_):
        progress(0.25)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("mbfmu.analysis.simulate.simulate.simulate", interrupted)
    outcome = run("simulate", CAR, "-o", tmp_path)
    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (130, "", "interrupted at t = 0.25 s\n")
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_that_is_swallowed_on_the_way_is_heeded(thrown: Path, tmp_path: Path):
    press = "import signal\ntry:\n    signal.raise_signal(signal.SIGINT)\nexcept:\n    pass\n"
    for more in ("", "model = 1 / 0"):
        thrown.write_text(press + VECTOR_MODEL + more)
        outcome = run("build", thrown, "-o", tmp_path / "out", "--json")
        assert outcome.exit_code == 130 and json.loads(outcome.stdout)["error"] == "interrupted"
    assert not list(tmp_path.glob("out/*"))


def test_ctrl_c_ends_the_fmus_process_too(car: Path, tmp_path: Path):
    command = [sys.executable, "-m", "mbfmu", "simulate", car, "--stop", "1000", "--interval", "1e-3", "-o", tmp_path / "out"]
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not list(tmp_path.rglob("resources")):
            time.sleep(0.05)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read().startswith("interrupted")
    assert list((tmp_path / "temporary").iterdir()) == [] and not (tmp_path / "out").exists()
