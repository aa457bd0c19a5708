"""Steps of native FMUs take no memory: as many allocations in a run of 20 steps as in one of 400."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mbfmu import compile_problem
from tests.bouncing_balls import ball
from tests.compiler import CC
from tests.library import problem_of

from .hosting import HostedFmu, host, run

COUNTER = Path(__file__).parent / "count_allocations.c"
MODELS = [  # a tree, closed loops, switches and tires, updates, by integrators of all kinds
    ("crane", "heun"),
    pytest.param("slider_crank", "rosenbrock", marks=pytest.mark.slow),
    pytest.param("full_car_on_tires", "heun", marks=pytest.mark.slow),
    pytest.param("wheel_loader", "rosenbrock", marks=pytest.mark.slow),
    pytest.param("wheel_loader", "radau", marks=pytest.mark.slow),
    pytest.param("pendulum_chain", "adams", marks=pytest.mark.slow),
    pytest.param("ball", "dormand_prince", marks=pytest.mark.slow),
]


@pytest.mark.skipif(sys.platform != "linux", reason="counts what the GNU library allocates")
@pytest.mark.parametrize(("name", "integrator"), MODELS)
def test_longer_runs_allocate_no_more(name: str, integrator: str, tmp_path: Path) -> None:
    library, program = tmp_path / "count.so", host(tmp_path)
    subprocess.run([*CC, "-shared", "-fPIC", "-O2", str(COUNTER), "-o", str(library)], check=True)
    problem = compile_problem(ball(e=0.9)) if name == "ball" else problem_of(name)
    fmu = HostedFmu(replace(problem, integrator=integrator), 2, tmp_path / "fmu", steps=400)
    lines = fmu.run.read_text().splitlines()
    few = [line.replace("400 ", "20 ", 1) if line.startswith("400 ") else line for line in lines]
    counts = []
    for text in (lines, few):
        fmu.run.write_text("\n".join(text) + "\n")
        ended = run(program, fmu, environment={**os.environ, "LD_PRELOAD": str(library)})
        assert ended.returncode == 0 and len(ended.stdout.splitlines()) == (400 if text is lines else 20)
        counts.append(int(re.search(r"(\d+) allocations", ended.stderr)[1]))
    assert counts[0] == counts[1] > 0
