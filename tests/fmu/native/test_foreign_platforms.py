"""Binaries for other platforms run to the same numbers.

Needs, of Debian: `apt install wine64` (the program is /usr/lib/wine/wine64, not on PATH) and
`apt install qemu-user libc6-arm64-cross`. Run it: `pytest -m tools tests/fmu/native/test_foreign_platforms.py`
"""

import os
import platform as machine
import shutil
from pathlib import Path

import numpy as np
import pytest

from mbfmu.cli.library import library_file
from mbfmu.problem.load_problem import load_problem

from .hosting import HostedFmu, host, numbers, run

pytestmark = [
    pytest.mark.tools,
    pytest.mark.skipif(machine.machine() != "x86_64" or os.name != "posix", reason="compares with binaries for Linux on x86_64"),
]
HERE = "x86_64-linux"
WINE = "/usr/lib/wine/wine64"
FOREIGN = {"x86_64-windows": (WINE,), "aarch64-linux": ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")}


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with a Windows of its own."""
    return os.environ | {"WINEDEBUG": "-all", "WINEPREFIX": str(tmp_path_factory.mktemp("wine"))}


@pytest.mark.parametrize("fmi", [2, 3])
@pytest.mark.parametrize("name", ["crane", "four_bar", "pid"])
def test_the_same_numbers(wine: dict[str, str], tmp_path: Path, name: str, fmi: int) -> None:
    """To the last bit: sines and cosines are our own, and other functions of C libraries agree for these models."""
    fmu = HostedFmu(load_problem(library_file(f"fmus/{name}/model.py")), fmi, tmp_path, [HERE, *FOREIGN], steps=50)
    here = run(host(tmp_path, HERE), fmu, platform=HERE)
    assert here.returncode == 0, here.stderr
    expected = numbers(here.stdout)
    for platform, through in FOREIGN.items():
        assert shutil.which(through[0]), f"{through[0]} is missing"
        there = run(host(tmp_path, platform), fmu, platform=platform, through=through, environment=wine)
        assert there.returncode == 0, there.stderr
        assert np.array_equal(numbers(there.stdout), expected), platform
