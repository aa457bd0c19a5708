"""A stub FMU whose GUID says which lies it tells."""

import zipfile
from collections.abc import Mapping
from enum import IntFlag
from pathlib import Path
from subprocess import run

import fmpy

from tests.compiler import CC
from tests.fmu.native.libraries import HEADERS

HERE = Path(__file__).parent


class Lie(IntFlag):
    """The lies of stub.c."""

    DIRECTIONAL = 1
    INPUT_DERIVATIVES = 2
    STATE = 4
    SERIALIZE = 8
    OUTPUT_DERIVATIVES = 16
    STEP_SIZE = 32
    SHARED = 64
    RESET = 128
    ANY_STATE = 256
    TOKEN = 512
    START = 1024
    DEPENDENCY = 2048
    TRAJECTORY = 4096
    CRASH = 8192
    ADJOINT = 16384
    EVENT_MODE = 32768
    INTERMEDIATE = 65536
    EARLY_RETURN = 131072
    NUMERICAL = 262144
    CRUDE = 524288
    NO_RESET = 1048576
    FACTORIAL = 16777216
    INDICATORS = 2097152
    NULL_STRING = 4194304
    INEXACT = 8388608
    SLOW_STEP = 33554432
    SLOW_OUTPUTS = 67108864
    SLOW_RATES = 134217728
    SLOW_ONCE = 268435456


def compile_stub(folder: Path) -> Path:
    """Compile the library that every stub FMU holds."""
    library = folder / f"stub{fmpy.sharedLibraryExtension}"
    command = [*CC, "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", f"-I{HEADERS}"]
    run([*command, *map(str, HERE.glob("*.c")), "-lm", "-o", str(library)], check=True)
    return library


def build_stub(library: Path, path: Path, lies: int = 0, replaced: Mapping[str, str] | None = None, version: int = 2) -> Path:
    """Write the FMU that tells `lies`; `replaced` are texts of its description by what takes their place."""
    text = (HERE / f"modelDescription{version}.xml").read_text().replace("stub-0", f"stub-{int(lies)}")
    for old, new in (replaced or {}).items():
        assert old in text
        text = text.replace(old, new)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", text)
        archive.write(library, f"binaries/{fmpy.platform if version == 2 else fmpy.platform_tuple}/{library.name}")
    return path
