"""Problem -> FMU that needs nothing, made without a compiler: a library that runs any model, and the model as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from ...base.files.given_path import given_path
from ...base.garbage import no_garbage_collection
from ...engine.compile import PLATFORMS, platforms
from ...engine.library import libraries_of
from ...problem.blocks.python_block import refuse_program
from ...problem.codegen.tables import packed_problem
from ...problem.codegen.tape_functions import record_functions
from ...problem.codegen.variables import fmi_variables
from ...problem.compile import Declared
from ...problem.data.scalar_variables import scalarized
from ..description.description import describe_native
from ..description.fmi3_description import describe_fmi3
from ..description.port_files import port_files
from .archive import check_names, check_version, with_token, write_fmu
from .build_warnings import warn_about
from .kind import MODEL
from .pictures import compiled, picture_files


@no_garbage_collection()
def build_portable(
    declared: Declared,
    directory: Path | str = ".",
    fmi: int = 2,
    wanted: Iterable[str] = (),
    file_name: str = "",
    progress: Callable[[str], None] = lambda platform: None,
    scalars: bool = False,
    pictures: bool = True,
) -> Path:
    """Write `<name>.fmu`, or `file_name`, of a Model, BlockModel or Problem into `directory` and return its path.

    The same problem gives the same bytes.

    The FMU has Model Exchange and Co-Simulation of FMI 2 or 3. `wanted`, `scalars` and `pictures` are those of `build_native`. Libraries are compiled
    once for each platform and kept; `progress` is called with the name of each platform that is compiled.

    Raises ProblemsFound if names, units or platforms cannot be used, and MbfmuError if a library is missing and cannot be compiled. After a failure,
    no unfinished file remains. Logs a warning if the model does not start at its own start values,
    or an output lacks the impulses of rigid contacts.
    """
    check_version(fmi)
    problem = compiled(declared, pictures)
    problem = scalarized(problem) if scalars else problem
    refuse_program(problem, "a portable FMU")
    check_names(problem)
    libraries = libraries_of(f"fmi{fmi}", platforms(wanted), progress)
    variables, functions = fmi_variables(problem, fmi), record_functions(problem)
    described = describe_native(problem, functions) if fmi == 2 else describe_fmi3(problem, functions)
    open_files = {MODEL: packed_problem(problem, variables, functions), "modelDescription.xml": described}
    _, contents = with_token(open_files, picture_files(problem) | port_files(problem, fmi))
    for key, library in libraries.items():
        contents[f"binaries/{PLATFORMS[key].folder(fmi)}/{problem.name}{PLATFORMS[key].ending}"] = library
    path = write_fmu(given_path(directory) / given_path(file_name or f"{problem.name}.fmu"), contents)
    warn_about(problem)
    return path
