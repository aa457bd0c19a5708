"""Problem -> FMU that needs nothing: compiled for each platform, with its sources."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Callable, Iterable

import fmpy

from ..runtime.problem import Problem
from .archive import check_names, guid, write_fmu
from .build_description import describe_build
from .compile import PLATFORMS, compile_all, platforms
from .description import describe_native
from .fmi3_description import describe_fmi3
from .functions import generate_functions
from .tables import problem_source
from .terminals import describe_terminals
from .variables import fmi_variables

RUNTIME = Path(__file__).parent / "native"
HEADERS = Path(fmpy.__file__).parent / "c-code"  # the standard's own, which FMPy brings along
VERSIONS = (2, 3)
SOURCES = "sources/"


def build_native(
    problem: Problem,
    directory: Path | str = ".",
    fmi: int = 2,
    wanted: Iterable[str] = (),
    file_name: str = "",
    told: Callable[[str], None] = lambda platform: None,
) -> Path:
    """Write `<name>.fmu`, or `file_name`, into `directory` and return its path; the same problem gives the same bytes.

    It has Model Exchange and Co-Simulation of FMI 2 or 3 for the platforms `wanted` ("linux64", "x86_64-windows", "all", ...), the present
    one if none is named; `told` hears of each platform that is done. Raises ProblemsFound if names, units or platforms cannot be
    used, MbfmuError where nothing can be compiled; nothing half-written is left on failure.
    """
    check_names(problem)
    keys = platforms(wanted)
    token = guid(_contents(problem, fmi, ""))
    contents = _contents(problem, fmi, token)
    with TemporaryDirectory() as folder:
        for path, content in contents.items():
            if path.startswith(SOURCES):
                (Path(folder) / path.removeprefix(SOURCES)).write_bytes(content)
        libraries = compile_all(Path(folder), problem.name, keys, told)
    for key, library in libraries.items():
        contents[f"binaries/{PLATFORMS[key].folder(fmi)}/{problem.name}{PLATFORMS[key].ending}"] = library
    return write_fmu(Path(directory) / (file_name or f"{problem.name}.fmu"), contents)


def _contents(problem: Problem, fmi: int, token: str) -> dict[str, bytes]:
    """The files of the FMU by their paths in it, but the libraries."""
    sources = _sources(problem, fmi, token)
    compiled = sorted(name for name in sources if name.endswith(".c"))
    contents = {SOURCES + name: content for name, content in sources.items()}
    if fmi == 2:
        return contents | {"modelDescription.xml": describe_native(problem, token, compiled)}
    contents |= {"modelDescription.xml": describe_fmi3(problem, token), f"{SOURCES}buildDescription.xml": describe_build(problem.name, compiled)}
    terminals = describe_terminals(problem)
    return contents | ({"terminalsAndIcons/terminalsAndIcons.xml": terminals} if terminals else {})


def _sources(problem: Problem, fmi: int, token: str) -> dict[str, bytes]:
    """All C files by name: of the runtime and of the standard those of this version, and those of the problem."""
    others = tuple(f"fmi{version}" for version in VERSIONS if version != fmi)
    runtime = [file for file in RUNTIME.iterdir() if file.suffix in (".c", ".h") and not file.name.startswith(others)]
    files = {file.name: file.read_bytes() for file in sorted([*runtime, *HEADERS.glob(f"fmi{fmi}*.h")])}
    functions = generate_functions(problem)
    table = problem_source(problem, fmi_variables(problem, fmi), functions, token)
    return files | {"functions.c": functions.source, "problem.c": table}
