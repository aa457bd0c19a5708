"""Native FMUs as a test bench runs them: without a request for memory in a step, and from their sources on processors without an operating system."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mbfmu.problem.data.integrators import INTEGRATORS
from tests.engine.problems import dropped_on_spring
from tests.engine.symbols import read_symbols

from .benches import bare_object, bench, foreign_bench, run

# Of the C library (docs/recipes/test_bench.md); memory is asked for where instances and saved states are made, texts are written for messages.
MEMORY, WAY_OUT = {"calloc", "free", "malloc"}, {"abort", "longjmp", "setjmp"}
TEXTS = {"atoi", "fprintf", "snprintf", "stderr", "strtod", "vsnprintf"}
BYTES = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strchr", "strcmp", "strcpy", "strlen", "strncmp", "strspn"}
NUMBERS = {"copysign", "fabs", "floor", "fmax", "fmin", "frexp", "hypot", "ldexp", "nextafter", "pow", "sqrt"}
C_LIBRARY = MEMORY | WAY_OUT | TEXTS | BYTES | NUMBERS
OF_PROCESSOR = "__aeabi_"  # functions of every compiler for ARM without an operating system


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a library does not take malloc from its program")
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_step_asks_for_no_memory(integrator: str, tmp_path: Path) -> None:
    """Not even at events: the mass falls onto its spring and leaves it."""
    problem = replace(dropped_on_spring(), integrator=integrator)
    height, in_steps, before = run(bench(problem, tmp_path), problem, steps=1000, step_size=1e-3)
    assert (in_steps, before > 0) == (0, True)
    assert np.count_nonzero(np.diff(np.sign(height[:, 0]))) == 2


@pytest.mark.slow
def test_an_fmu_needs_no_operating_system(tmp_path: Path) -> None:
    """Its sources compile for a Cortex-M7 without a warning, and want of others a few functions of standard C only."""
    made = bare_object(dropped_on_spring(), tmp_path, "arm-freestanding-eabihf", "cortex_m7+fp_armv8d16")
    symbols = read_symbols(made.read_bytes())
    assert "fmi3DoStep" in symbols.defined
    assert {name for name in symbols.needed if not name.startswith(OF_PROCESSOR)} == C_LIBRARY


@pytest.mark.tools
@pytest.mark.parametrize(("target", "through"), [("aarch64-linux-musl", "qemu-aarch64"), ("arm-linux-musleabihf", "qemu-arm")])
def test_sources_run_to_the_same_numbers_on_arm(target: str, through: str, tmp_path: Path) -> None:
    """To the last bit. Run it: `pytest -m tools tests/fmu/native/test_bench.py`, with qemu-user of Debian."""
    problem, (here, there) = dropped_on_spring(), (tmp_path / name for name in ("here", "there"))
    here.mkdir(), there.mkdir()
    foreign = foreign_bench(problem, there, target)
    if shutil.which(through) is None:
        pytest.skip(f"compiled, not run: {through} is missing")
    expected, found = run(bench(problem, here), problem, 1000, 1e-3), run(foreign, problem, 1000, 1e-3, (through,))
    assert np.array_equal(found[0], expected[0])
    assert found[1] == 0
