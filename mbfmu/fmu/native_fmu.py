"""Problem -> FMU that needs nothing: compiled for each platform, with its sources."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Callable, Iterable, Mapping

import fmpy

from ..runtime.problem import Problem
from .archive import check_names, guid, write_fmu
from .build_description import describe_build
from .compile import PLATFORMS, Library, compile_all, platforms
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
    libraries = _libraries(problem, fmi, contents, keys, told)
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
    files = {file.name: file.read_bytes() for file in (*_runtime(fmi), *sorted(HEADERS.glob(f"fmi{fmi}*.h")))}
    functions = generate_functions(problem)
    table = problem_source(problem, fmi_variables(problem, fmi), functions, token)
    return files | {"functions.c": functions.source, "problem.c": table}


def _runtime(fmi: int) -> list[Path]:
    """The files of the runtime but those of other versions."""
    others = tuple(f"fmi{version}" for version in VERSIONS if version != fmi)
    return [file for file in sorted(RUNTIME.glob("*.[ch]")) if not file.name.startswith(others)]


def _libraries(
    problem: Problem, fmi: int, contents: Mapping[str, bytes], keys: Iterable[str], told: Callable[[str], None]
) -> dict[str, bytes]:
    """The libraries by platform; what is of the problem alone is compiled from a temporary folder."""
    runtime = [file for file in _runtime(fmi) if file.suffix == ".c"]
    known = {file.name for file in runtime}
    own = {name: content for path, content in contents.items() if (name := Path(path).name).endswith(".c") and name not in known}
    with TemporaryDirectory() as folder:
        for name, content in own.items():
            (Path(folder) / name).write_bytes(content)
        sources = (*runtime, *(Path(folder) / name for name in own))
        return compile_all(Library(problem.name, sources, (RUNTIME, HEADERS)), keys, told)
