"""The C files of the engine: which make which library, and what sources/ of a native FMU holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

C = Path(__file__).parent / "c"
LAYERS = ("core", "geometry", "linear_algebra", "steps", "mechanism", "integrators", "model")  # without FMI; each includes those before it only
FMI, DATA = "fmi", "data"  # over them: the standard, and problems read from files
HOST, HANDLE = "host", "handle"  # what slaves of interpreted FMUs tell beside the standard, and what Python asks
MASTER = "master"  # what steps FMUs of any tool; on linear algebra alone
INCLUDED = tuple(C / layer for layer in (*LAYERS, FMI, DATA, HOST, HANDLE, MASTER))
COMPILED_PROBLEM = "compiled_problem.c"  # of libraries that do not read their model from a file
VERSIONS = (2, 3)
OF_ONE_PROCESSOR = b"<cpuid.h>"  # its functions are static; other processors' compilers refuse it
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


def native_sources(fmi: int) -> list[Path]:
    """The C files of a library with one model compiled in, but those of the model.

    They begin as those of other libraries do: ziglang compiles a file once for all libraries that have their first file in common.
    """
    return sorted((file for file in _native(fmi) if file.suffix == ".c"), key=lambda file: file.name == COMPILED_PROBLEM)


def portable_sources(fmi: int) -> list[Path]:
    """The C files of a library that runs any model, in this version."""
    return [*(file for file in native_sources(fmi) if file.name != COMPILED_PROBLEM), *_files((DATA, HOST), "*.c")]


def handle_sources() -> list[Path]:
    """The C files of the library that Python runs any model by."""
    return [file for file in _files((*LAYERS, DATA, HANDLE), "*.c") if file.name != COMPILED_PROBLEM]


def master_sources() -> list[Path]:
    """The C files of the library that steps FMUs of any tool."""
    return _files(("linear_algebra", MASTER), "*.c")


def packed_sources(fmi: int, generated: Mapping[str, bytes]) -> dict[str, bytes]:
    """All files of sources/ by name: of the engine those of this version, and what was `generated`."""
    files = {file.name: file.read_bytes() for file in _native(fmi)} | dict(generated)
    hiding = {name: b'#include "hidden.h"\n' + content for name, content in files.items() if name.endswith(".c")}
    return files | hiding | {"hidden.h": _hidden(files.values())}


def _native(fmi: int) -> list[Path]:
    """The files of the engine for a version."""
    others = tuple(f"fmi{version}" for version in VERSIONS if version != fmi)
    return [file for file in _files((*LAYERS, FMI), "*.[ch]") if not file.name.startswith(others)]


def _files(layers: Iterable[str], pattern: str) -> list[Path]:
    return [file for layer in layers for file in sorted((C / layer).glob(pattern))]


def _hidden(files: Iterable[bytes]) -> bytes:
    """hidden.h with the system headers of these files that every processor has."""
    found = {header for content in files for header in re.findall(rb"^ *#include (<.*>)", content, re.MULTILINE)} - {OF_ONE_PROCESSOR}
    return HIDDEN.format(system="".join(f"#include {header.decode()}\n" for header in sorted(found))).encode()
