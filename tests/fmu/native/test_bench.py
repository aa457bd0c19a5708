"""Native FMUs as a test bench runs them: from their sources, on processors of ARM, without an operating system."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.engine.problems import dropped_on_spring
from tests.engine.symbols import read_symbols

from .benches import bare_object, bench, foreign_bench, run

# Of the C library (docs/recipes/test_bench.md); memory is asked for where instances and saved states are made, texts are written for messages.
MEMORY, WAY_OUT = {"calloc", "free", "malloc", "realloc"}, {"abort", "longjmp", "setjmp"}
TEXTS = {"atoi", "fprintf", "snprintf", "stderr", "strtod", "vsnprintf"}
BYTES = {"memchr", "memcmp", "memcpy", "memmove", "memset", "strchr", "strcmp", "strcpy", "strlen", "strncmp", "strspn"}
NUMBERS = {"ceil", "copysign", "exp", "fabs", "floor", "fmax", "fmin", "frexp", "hypot", "ldexp", "log", "nextafter", "pow", "sqrt"}
C_LIBRARY = MEMORY | WAY_OUT | TEXTS | BYTES | NUMBERS
OF_PROCESSOR = "__aeabi_"  # functions of every compiler for ARM without an operating system


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
    assert shutil.which(through), f"{through} is missing"
    problem, (here, there) = replace(dropped_on_spring(), integrator="rosenbrock"), (tmp_path / name for name in ("here", "there"))
    here.mkdir(), there.mkdir()
    foreign = foreign_bench(problem, there, target)
    expected, found = run(bench(problem, here), problem, 1000, 1e-3), run(foreign, problem, 1000, 1e-3, (through,))
    assert np.array_equal(found[0], expected[0])
    assert (found[1], expected[1]) == (0, 0)
