"""The functions of FMI are those that the standard's own headers declare."""

import subprocess
import sys
from pathlib import Path

import pytest

from mbfmu.engine.compile import PLATFORMS
from mbfmu.engine.sources import INCLUDED, C
from tests.compiler import CC
from tests.fmu.native.libraries import HEADERS

STRICT = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")


@pytest.mark.parametrize("fmi", [2, 3])
def test_functions_agree_with_the_headers_of_the_standard(fmi: int, tmp_path: Path) -> None:
    """With the standard's types and declarations in place of ours, the compiler finds no function of another type, and none undeclared."""
    instead = [f"-DMBFMU_FMI{fmi}_INTERFACE_H", "-DEXPORTED=", "-include", f"{HEADERS}/fmi{fmi}Functions.h", "-Wmissing-prototypes"]
    sources = sorted((C / "fmi").glob(f"fmi{fmi}*.c"))
    included = [f"-I{folder}" for folder in INCLUDED]
    command = [*CC, *STRICT, *instead, *included, *map(str, sources), "-o", str(tmp_path / "fmi.so")]
    subprocess.run(command, check=True)


@pytest.mark.parametrize("source", ["fmi/fmi3_model_exchange.c", "data/load.c", "data/reader.c", "core/instance.c"])
def test_calls_make_no_system_call_to_mark_their_way_out(source: str, tmp_path: Path) -> None:
    """On macOS setjmp and longjmp save and restore the mask of signals: _setjmp and _longjmp do not."""
    made = tmp_path / "made.o"
    options = ["-target", PLATFORMS["aarch64-darwin"].target, "-c", *STRICT[:4], *(f"-I{folder}" for folder in INCLUDED)]
    subprocess.run([sys.executable, "-m", "ziglang", "cc", *options, str(C / source), "-o", str(made)], check=True)
    names = made.read_bytes().split(b"\0")
    assert {b"__setjmp", b"__longjmp"} & {*names} and not {b"_setjmp", b"_longjmp", b"setjmp", b"longjmp"} & {*names}
