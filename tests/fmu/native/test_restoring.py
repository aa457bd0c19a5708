"""A run saved, killed and continued in a new process gives the same bytes as one that was not interrupted."""

import sys
from pathlib import Path

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.problem.load_problem import load_problem

from .hosting import HostedFmu, host, numbers, run

STEPS, SAVED = 60, 23


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return host(tmp_path_factory.mktemp("host"))


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed there")
@pytest.mark.parametrize(
    ("name", "fmi"),
    [
        *(("crane", 3), ("four_bar", 2), ("pid", 2), ("pid", 3)),
        *(pytest.param(*other, marks=pytest.mark.slow) for other in (("crane", 2), ("four_bar", 3))),
    ],
)
def test_continued_in_another_process(program: Path, tmp_path: Path, name: str, fmi: int) -> None:
    """Inputs change all the time, so what was learned about them and about step sizes has to be in the state, too."""
    fmu = HostedFmu(load_problem(library_file(f"fmus/{name}/model.py")), fmi, tmp_path, steps=STEPS)
    whole = run(program, fmu)
    killed = run(program, fmu, "save", SAVED, tmp_path / "state")
    continued = run(program, fmu, "continue", SAVED, tmp_path / "state")
    assert (whole.returncode, killed.returncode, continued.returncode) == (0, -9, 0), whole.stderr + killed.stderr + continued.stderr
    assert numbers(whole.stdout).shape[0] == STEPS and np.ptp(numbers(whole.stdout), axis=0).max() > 0
    assert killed.stdout + continued.stdout == whole.stdout
