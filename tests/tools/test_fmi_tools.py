"""The library's FMUs in tools that we did not write.

Ecos needs more than pip: with `apt-get install libtbb12` and `pip install ecospy`, run `pytest -m tools tests/tools`.
"""

import json
import subprocess
import sys
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu

from mbfmu.fmu.package.python_fmu import build_fmu
from tests.conformity import refuse_what_fmutool_finds
from tests.library import EXPERIMENTS, INTERVALS, problem_of, trajectory
from tests.reference_files import differences

MODELS = pytest.mark.parametrize("name", EXPERIMENTS)


@pytest.fixture(scope="module")
def fmus(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every model of the library as an FMU."""
    folder = tmp_path_factory.mktemp("fmus")
    return {name: build_fmu(problem_of(name), folder) for name in EXPERIMENTS}


@MODELS
def test_fmpy_finds_no_problems(fmus: dict[str, Path], name: str):
    assert validate_fmu(str(fmus[name])) == []


@MODELS
def test_fmutool_finds_nothing(fmus: dict[str, Path], name: str):
    refuse_what_fmutool_finds(fmus[name], 2)


@MODELS
def test_the_trajectory_in_fmpy(fmus: dict[str, Path], name: str):
    run = EXPERIMENTS[name]
    result = fmpy.simulate_fmu(str(fmus[name]), stop_time=run.stop_time, output_interval=run.interval, start_values=run.values)
    assert differences(result, run.motion(trajectory(name)), run.in_fmus) == {}


@MODELS
def test_the_trajectory_in_libcosim(fmus: dict[str, Path], name: str):
    pytest.importorskip("libcosimpy")
    assert differences_in("run_in_libcosim.py", fmus[name], name) == {}


@pytest.mark.tools
@MODELS
def test_the_trajectory_in_ecos(fmus: dict[str, Path], name: str):
    assert differences_in("run_in_ecos.py", fmus[name], name) == {}


def differences_in(script: str, fmu: Path, name: str) -> dict[str, float]:
    """The outputs of the FMU, run by `script`, that are off the model's trajectory."""
    run = EXPERIMENTS[name]
    ours = run.motion(trajectory(name))
    outputs = [output for output in ours.dtype.names if output != "time"]
    given = dict(fmu=str(fmu), values=run.values, outputs=outputs, interval=run.interval, steps=INTERVALS)
    command = [sys.executable, Path(__file__).with_name(script), json.dumps(given)]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=60)
    lines = [line for line in printed.stdout.splitlines() if line.startswith("{")]
    assert len(lines) == 1, printed.stdout + printed.stderr
    theirs = {output: np.array(values) for output, values in json.loads(lines[0]).items()}
    return differences(theirs, ours[1:], run.in_fmus)
