"""FMUs that multiply and add in one instruction: their numbers, and processors that cannot.

The old processor is that of Debian's `qemu-user`. Run it: `pytest -m "slow or tools" tests/fmu/native/test_fused.py`
"""

import os
import platform as machine
import shutil
from pathlib import Path

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.problem.load_problem import load_problem
from tests.tolerances import ROUNDED_ONCE

from .hosting import HostedFmu, host, numbers, run


def hosted(folder: Path, fused: bool, name: str = "four_bar") -> HostedFmu:
    folder.mkdir()
    return HostedFmu(load_problem(library_file(f"fmus/{name}/model.py")), 2, folder, steps=50, fused=fused)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["four_bar", "magic_formula_tire"])
def test_their_numbers_are_those_of_others_but_for_roundoff(tmp_path: Path, name: str) -> None:
    program = host(tmp_path)
    fused, other = (numbers(run(program, hosted(tmp_path / str(of), of, name)).stdout) for of in (True, False))
    assert len(fused) == 50
    assert fused == pytest.approx(other, rel=0, abs=ROUNDED_ONCE * np.abs(other).max())


@pytest.mark.tools
@pytest.mark.skipif(machine.machine() != "x86_64" or os.name != "posix", reason="emulates a processor of x86_64 on Linux")
@pytest.mark.parametrize("processor, fused, runs", [("Nehalem", True, False), ("Nehalem", False, True), ("Haswell", True, True)])
def test_older_processors_refuse_them_with_words(tmp_path: Path, processor: str, fused: bool, runs: bool) -> None:
    assert shutil.which("qemu-x86_64"), "qemu-x86_64 is missing"
    there = run(host(tmp_path), hosted(tmp_path / "fmu", fused), through=("qemu-x86_64", "-cpu", processor))
    assert (there.returncode == 0) == runs, there.stderr
    assert ("compiled with --fused, for processors with AVX2 and FMA, which this one lacks" in there.stdout + there.stderr) != runs
