"""The functions of FMI are those that the standard's own headers declare."""

import subprocess
import sys
from pathlib import Path

import pytest

from mbfmu.engine.sources import INCLUDED, C
from tests.fmu.native.libraries import HEADERS

STRICT = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


@pytest.mark.parametrize("fmi", [2, 3])
def test_functions_agree_with_the_headers_of_the_standard(fmi: int, tmp_path: Path) -> None:
    """With the standard's types and declarations in place of ours, the compiler finds no function of another type, and none undeclared."""
    instead = [f"-DMBFMU_FMI{fmi}_INTERFACE_H", "-DEXPORTED=", "-include", f"{HEADERS}/fmi{fmi}Functions.h", "-Wmissing-prototypes"]
    sources = sorted((C / "fmi").glob(f"fmi{fmi}*.c"))
    included = [f"-I{folder}" for folder in INCLUDED]
    command = [sys.executable, "-m", "ziglang", "cc", *STRICT, *instead, *included, *map(str, sources), "-o", str(tmp_path / "fmi.so")]
    subprocess.run(command, check=True)
