"""C sources of the runtime as a shared library for ctypes."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import mbfmu.fmu

NATIVE = Path(mbfmu.fmu.__file__).parent / "native"


def compiled(folder: Path, *sources: str | Path, compiler: tuple[str, ...] = (sys.executable, "-m", "ziglang", "cc")) -> ctypes.CDLL:
    """The library, in `folder`, of `sources`: files of the native runtime by name, others by path."""
    library = folder / "compiled.so"
    files = [str(NATIVE / source) for source in sources]
    options = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC", f"-I{NATIVE}", f"-I{NATIVE / 'portable'}", "-o", str(library)]
    subprocess.run([*compiler, *options, *files, "-lm"], check=True)
    return ctypes.CDLL(str(library))
