"""C sources of the engine as a shared library for ctypes."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

from mbfmu.engine.sources import INCLUDED, C
from tests.compiler import CC

INCLUDES = tuple(f"-I{folder}" for folder in INCLUDED)
# As the engine is (engine/compile.py), multiplications and additions are not fused; quick to compile.
STRICT = ("-std=c99", "-O0", "-ffp-contract=off", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


def compiled(folder: Path, *sources: str | Path, compiler: tuple[str, ...] = CC, options: tuple[str, ...] = ()) -> ctypes.CDLL:
    """The library, in `folder`, of `sources`: files of the engine by name, others by path; `options` overrule those of tests."""
    library = folder / "compiled.so"
    files = [str(next(C.rglob(source)) if isinstance(source, str) else source) for source in sources]
    subprocess.run([*compiler, *STRICT, *options, "-shared", "-fPIC", *INCLUDES, *files, "-lm", "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))
