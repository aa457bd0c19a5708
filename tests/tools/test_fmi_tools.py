"""The library's FMUs in tools that we did not write.

Ecos needs more than pip: with `apt-get install libtbb12` and `pip install ecospy`, run `pytest -m tools tests/tools`.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import fmpy
import numpy as np
import pytest
from fmpy.validation import validate_fmu

from mbfmu.fmu.package.python_fmu import build_fmu
from tests.conformity import refuse_what_fmutool_finds
from tests.library import EXPERIMENTS, INTERVALS, problem_of, trajectory
from tests.reference_files import differences

CARS = "bicycle", "full_car", "full_car_on_tires", "grapple_skidder", "truck", "wheel_loader"
LONG = (  # to compile
    *CARS,
    "andrews_squeezer",
    "biped",
    "cantilever",
    "chain_50",
    "flexible_crane",
    "gripper",
    "kneed_walker",
    "quadruped",
    "robot_link",
    "rotating_blade",
    "spacecraft",
)  # to compile
MODELS = pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in EXPERIMENTS])


@pytest.fixture(scope="module")
def fmu_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """`fmu_of(name)`: a model of the library as an FMU, built when it is first asked for."""
    folder = tmp_path_factory.mktemp("fmus")
    return cache(lambda name: build_fmu(problem_of(name), folder))


@MODELS
def test_fmpy_finds_no_problems(fmu_of: Callable[[str], Path], name: str):
    assert validate_fmu(str(fmu_of(name))) == []


@MODELS
def test_fmutool_finds_nothing(fmu_of: Callable[[str], Path], name: str):
    refuse_what_fmutool_finds(fmu_of(name), 2)


@MODELS
def test_the_trajectory_in_fmpy(fmu_of: Callable[[str], Path], name: str):
    run = EXPERIMENTS[name]
    result = fmpy.simulate_fmu(str(fmu_of(name)), stop_time=run.stop_time, output_interval=run.interval, start_values=run.values)
    assert differences(result, run.motion(trajectory(name)), run.in_fmus) == {}


@MODELS
def test_the_trajectory_in_libcosim(fmu_of: Callable[[str], Path], name: str):
    pytest.importorskip("libcosimpy")
    assert differences_in("run_in_libcosim.py", fmu_of(name), name) == {}


@pytest.mark.tools
@MODELS
def test_the_trajectory_in_ecos(fmu_of: Callable[[str], Path], name: str):
    assert differences_in("run_in_ecos.py", fmu_of(name), name) == {}


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
