"""The C files of native and portable FMUs, and what sources/ of the former holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Iterable, Mapping

import fmpy

RUNTIME = Path(__file__).parent / "native"
HEADERS = Path(fmpy.__file__).parent / "c-code"  # the standard's own, which FMPy brings along
PORTABLE = RUNTIME / "portable"  # of libraries that read their model from the FMU's resources
COMPILED_IN = "compiled_in.c"  # of those that do not
VERSIONS = (2, 3)
HIDDEN = """/* Every symbol but those of FMI, which say so themselves, stays inside the library, with whatever options it is compiled: others may have
   functions of the same name (glibc has an `advance`). System headers come first, since what they declare is elsewhere. */

#ifndef HIDDEN_H
#define HIDDEN_H

{system}
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif

#endif
"""


def runtime_sources(fmi: int) -> list[Path]:
    """The C files of the runtime but those of other versions."""
    return [file for file in _runtime(fmi) if file.suffix == ".c"]


def portable_sources(fmi: int) -> list[Path]:
    """The C files of a library that runs any model, in this version."""
    return [*(file for file in runtime_sources(fmi) if file.name != COMPILED_IN), *sorted(PORTABLE.glob("*.c"))]


def packed_sources(fmi: int, generated: Mapping[str, bytes]) -> dict[str, bytes]:
    """All files of sources/ by name: of the runtime and of the standard those of this version, and what was `generated`."""
    files = {file.name: file.read_bytes() for file in (*_runtime(fmi), *sorted(HEADERS.glob(f"fmi{fmi}*.h")))} | dict(generated)
    hiding = {name: b'#include "hidden.h"\n' + content for name, content in files.items() if name.endswith(".c")}
    return files | hiding | {"hidden.h": _hidden(files.values())}


def _runtime(fmi: int) -> list[Path]:
    others = tuple(f"fmi{version}" for version in VERSIONS if version != fmi)
    return [file for file in sorted(RUNTIME.glob("*.[ch]")) if not file.name.startswith(others)]


def _hidden(files: Iterable[bytes]) -> bytes:
    """hidden.h with all system headers of these files."""
    found = sorted({header for content in files for header in re.findall(rb"^ *#include (<.*>)", content, re.MULTILINE)})
    return HIDDEN.format(system="".join(f"#include {header.decode()}\n" for header in found)).encode()
