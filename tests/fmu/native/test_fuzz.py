"""The FMI functions of native FMUs under random calls, legal and illegal, and instances that come and go."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mbfmu import BlockModel, SampledPid, compile_problem
from mbfmu.cli.library import library_file
from mbfmu.problem.data.problem import Problem
from mbfmu.problem.load_problem import load_problem
from tests.bouncing_balls import resting_ball
from tests.convex_scenes import on_convex
from tests.engine.problems import dropped_on_spring, robertson
from tests.engine.test_settled_start import pushed_crank, settled
from tests.sampled_blocks import regulated
from tests.valve import WatchedTank

from .fuzzing import SANITIZED, TRAPPED, fuzz, fuzzer
from .hosting import HostedFmu


def a_model(name: str) -> Problem:
    return load_problem(library_file(f"fmus/{name}/model.py"))


MODELS = {
    "crane": lambda: load_problem(library_file("fmus/crane/model.py"), pictures=True),  # a tree, and outputs that are evaluated where they are read
    "pid": lambda: a_model("pid"),  # a block
    "four_bar": lambda: a_model("four_bar"),  # closed loops
    "dropped_on_spring": lambda: replace(dropped_on_spring(), integrator="adams"),  # a switch, and what is kept of earlier steps
    "settled": lambda: settled(compile_problem(pushed_crank())),  # a start in equilibrium
    "robertson": robertson,  # stiff: Radau
    "regulated": lambda: regulated(SampledPid()),  # what is sampled
    "ball": lambda: compile_problem(resting_ball()),  # updates that change states
    "convex": lambda: compile_problem(on_convex("cylinder", "ellipsoid", c=1e4, d=0.2, mu=0.3)),  # queries
    "tank": lambda: compile_problem(BlockModel("Tank", WatchedTank())),  # variables that are no real numbers
}
LONG = {
    "crane": (2, 3),
    "ball": (2, 3),
    "regulated": (2, 3),
    "pid": (2,),
    "four_bar": (3,),
    "tank": (2,),
    "convex": (2, 3),
    "settled": (2,),
}  # which take long in these versions
RUNS = [pytest.param(model, fmi, marks=[pytest.mark.slow] if fmi in LONG.get(model, ()) else []) for model in MODELS for fmi in (2, 3)]


@pytest.mark.skipif(os.name != "posix", reason="the fuzzer is linked as programs are there")
@pytest.mark.parametrize("model, fmi", RUNS)
def test_random_calls(tmp_path: Path, model: str, fmi: int) -> None:
    """Compiled so that undefined behaviour ends the program."""
    fuzz(fuzzer(MODELS[model](), fmi, tmp_path, TRAPPED), seed=1, calls=10_000)


@pytest.mark.tools
@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("model", MODELS)
def test_a_million_random_calls(tmp_path: Path, model: str, fmi: int) -> None:
    """With sanitizers of addresses, leaks and undefined behaviour. Needs a compiler: `apt install gcc`, and some minutes a model."""
    assert shutil.which("gcc"), "gcc is missing"
    fuzz(fuzzer(MODELS[model](), fmi, tmp_path, SANITIZED), seed=2, calls=1_000_000)


CYCLES = """
import sys
from ctypes import CDLL, c_char_p, c_void_p

fmi, path, token = sys.argv[1:]
library = CDLL(path)
new = library.fmi2Instantiate if fmi == "2" else library.fmi3InstantiateModelExchange
free = library.fmi2FreeInstance if fmi == "2" else library.fmi3FreeInstance
new.restype, token, nobody = c_void_p, c_char_p(token.encode()), (c_void_p * 5)()
for cycle in range(10_001):
    if cycle in (1_000, 10_000):
        print(open("/proc/self/statm").read().split()[1])  # pages
    instance = c_void_p(new(b"it", 0, token, b"", nobody, 0, 0) if fmi == "2" else new(b"it", token, b"", 0, 0, None, None))
    assert instance
    free(instance)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is measured as Linux tells it")
@pytest.mark.parametrize("fmi", [2, 3])
def test_instances_leave_no_memory_behind(tmp_path: Path, fmi: int) -> None:
    """Ten thousand of them; pages of the last nine thousand."""
    fmu = HostedFmu(a_model("crane"), fmi, tmp_path)
    command = [sys.executable, "-c", CYCLES, str(fmi), str(fmu.library()), fmu.token]
    before, after = map(int, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())
    assert after - before < 9  # less than four bytes for each
