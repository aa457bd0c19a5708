"""Problem -> FMU that needs nothing, made without a compiler: a library that runs any model, and the model as data."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Callable, Iterable

from platformdirs import user_cache_path

from ..files.temporary_folder import temporary_room
from ..files.whole_file import whole_file
from ..problem.compile import Declared, compile_problem
from ..runtime.errors import MbfmuError
from ..runtime.problem import Problem
from .archive import check_names, guid, write_fmu
from .compile import OPTIONS, PLATFORMS, Library, compile_all, need_compiler, platforms
from .description import describe_native
from .fmi3_description import describe_fmi3
from .sources import HEADERS, PORTABLE, RUNTIME, portable_sources
from .tables import packed_problem
from .tape_functions import TapeFunctions, record_functions
from .terminals import describe_terminals
from .variables import FmiVariable, fmi_variables

MODEL = "resources/model.mbfmu"  # as in native/portable/resources.c


def build_portable(
    declared: Declared,
    directory: Path | str = ".",
    fmi: int = 2,
    wanted: Iterable[str] = (),
    file_name: str = "",
    told: Callable[[str], None] = lambda platform: None,
) -> Path:
    """Write `<name>.fmu`, or `file_name`, of a Model, BlockModel or Problem into `directory` and return its path; the same problem gives the same bytes.

    It has Model Exchange and Co-Simulation of FMI 2 or 3 for the platforms `wanted`, as `build_native` has them. Libraries are compiled
    once a platform and kept; `told` hears of each that is. Raises ProblemsFound if names, units or platforms cannot be used,
    MbfmuError where a library is missing and cannot be compiled; nothing half-written is left on failure.
    """
    problem = compile_problem(declared)
    check_names(problem)
    libraries = runtime_libraries(fmi, platforms(wanted), told)
    variables, functions = fmi_variables(problem, fmi), record_functions(problem)
    token = guid(_contents(problem, fmi, variables, functions, ""))
    contents = _contents(problem, fmi, variables, functions, token)
    for key, library in libraries.items():
        contents[f"binaries/{PLATFORMS[key].folder(fmi)}/{problem.name}{PLATFORMS[key].ending}"] = library
    return write_fmu(Path(directory) / (file_name or f"{problem.name}.fmu"), contents)


def runtime_libraries(fmi: int, keys: Iterable[str], told: Callable[[str], None] = lambda platform: None) -> dict[str, bytes]:
    """The libraries that run any model, by platform; those that were never compiled are, and kept in the user's folder of caches."""
    kept = {key: kept_library(fmi, key) for key in keys}
    missing = [key for key, path in kept.items() if not path.exists()]
    if missing:
        need_compiler("libraries of portable FMUs are, once for a platform,")
        library = Library("mbfmu", tuple(portable_sources(fmi)), (RUNTIME, PORTABLE, HEADERS))
        with temporary_room("to compile the runtime of portable FMUs"):
            compiled = compile_all(library, missing, told)
        for key, content in compiled.items():
            keep(kept[key], content)
    return {key: path.read_bytes() for key, path in kept.items()}


def keep(path: Path, content: bytes) -> None:
    """Write a file and the folders that it lies in; MbfmuError if that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as cause:
        raise MbfmuError(f"{path.parent}, where compiled libraries are kept, cannot be made: {cause.strerror}") from cause
    with whole_file(path) as partial:
        partial.write_bytes(content)


def kept_library(fmi: int, key: str) -> Path:
    """Where the library of a platform is kept: another one for every change of what it is made of."""
    total = sha256(f"{OPTIONS} {PLATFORMS[key]}".encode())
    for folder in (RUNTIME, PORTABLE, HEADERS):
        for file in sorted(folder.glob("*.[ch]")):
            total.update(file.name.encode() + file.read_bytes())
    return user_cache_path("mbfmu") / f"fmi{fmi}-{key}-{total.hexdigest()[:12]}{PLATFORMS[key].ending}"


def _contents(problem: Problem, fmi: int, variables: tuple[FmiVariable, ...], functions: TapeFunctions, token: str) -> dict[str, bytes]:
    """The files of the FMU by their paths in it, but the libraries."""
    contents = {MODEL: packed_problem(problem, variables, functions, token)}
    if fmi == 2:
        return contents | {"modelDescription.xml": describe_native(problem, token, ())}
    terminals = describe_terminals(problem)
    contents |= {"modelDescription.xml": describe_fmi3(problem, token)}
    return contents | ({"terminalsAndIcons/terminalsAndIcons.xml": terminals} if terminals else {})
