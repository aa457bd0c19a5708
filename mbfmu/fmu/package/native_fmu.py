"""Problem -> FMU that needs nothing: compiled for each platform, with its sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ...base.files.given_path import given_path
from ...base.files.temporary_folder import temporary_folder, temporary_room
from ...base.garbage import no_garbage_collection
from ...engine.compile import PLATFORMS, Library, compile_all, need_compiler, platforms
from ...engine.sources import INCLUDED, native_sources, packed_sources
from ...problem.blocks.python_block import refuse_program
from ...problem.codegen.functions import generate_functions
from ...problem.codegen.tables import problem_source
from ...problem.codegen.tape_functions import record_functions
from ...problem.codegen.variables import fmi_variables
from ...problem.compile import Declared
from ...problem.data.problem import Problem
from ...problem.data.scalar_variables import scalarized
from ..description.build_description import describe_build
from ..description.description import describe_native
from ..description.fmi3_description import describe_fmi3
from ..description.port_files import port_files
from .archive import check_names, check_version, with_token, write_fmu
from .build_warnings import warn_about
from .pictures import compiled, picture_files


@no_garbage_collection()
def build_native(
    declared: Declared,
    directory: Path | str = ".",
    fmi: int = 2,
    wanted: Iterable[str] = (),
    file_name: str = "",
    progress: Callable[[str], None] = lambda platform: None,
    scalars: bool = False,
    pictures: bool = True,
    fused: bool = False,
) -> Path:
    """Write `<name>.fmu`, or `file_name`, of a Model, BlockModel or Problem into `directory` and return its path.

    The same problem gives the same bytes.

    The FMU has Model Exchange and Co-Simulation of FMI 2 or 3. `wanted` lists its platforms ("linux64", "x86_64-windows", "all", ...), by default
    this one. `progress` is called with the name of each finished platform. With `scalars`, FMI 3 arrays become single numbers, for tools that cannot
    read arrays. `pictures` adds the outputs and shapes that `mbfmu view` needs. A `fused` FMU multiplies and adds in one instruction: it is faster,
    its last digits differ, and on x86-64 it needs a processor with AVX2 and FMA (since 2013).

    Raises ProblemsFound if names, units or platforms cannot be used, and MbfmuError if nothing can be compiled. After a failure, no unfinished
    file remains. Logs a warning if the model does not start at its own start values,
    or an output lacks the impulses of rigid contacts.
    """
    check_version(fmi)
    problem = compiled(declared, pictures)
    problem = scalarized(problem) if scalars else problem
    refuse_program(problem, "a native FMU")
    check_names(problem)
    keys = platforms(wanted)
    need_compiler()
    variables = fmi_variables(problem, fmi)
    functions = generate_functions(problem, adjoint=fmi == 3, fused=fused)  # FMI 2 has no adjoint derivatives
    source = problem_source(problem, variables, functions)
    generated = lambda token: {"functions.c": functions.source, "problem.c": source(token)}
    open_files, files = _contents(problem, fmi, generated)
    token, contents = with_token(open_files, files | picture_files(problem) | port_files(problem, fmi))
    for key, library in _libraries(problem.name, fmi, generated(token), keys, progress).items():
        contents[f"binaries/{PLATFORMS[key].folder(fmi)}/{problem.name}{PLATFORMS[key].ending}"] = library
    path = write_fmu(given_path(directory) / given_path(file_name or f"{problem.name}.fmu"), contents)
    warn_about(problem)
    return path


def _contents(
    problem: Problem, fmi: int, generated: Callable[[str], Mapping[str, bytes]]
) -> tuple[dict[str, Callable[[str], bytes]], dict[str, bytes]]:
    """The files of the FMU by their paths in it, but the libraries: those that are open for a token, and the others."""
    sources = packed_sources(fmi, generated(""))
    compiled = sorted(name for name in sources if name.endswith(".c"))
    functions, files = record_functions(problem), {f"sources/{name}": content for name, content in sources.items()}
    described = describe_native(problem, functions, compiled) if fmi == 2 else describe_fmi3(problem, functions)
    if fmi == 3:
        files["sources/buildDescription.xml"] = describe_build(problem.name, compiled)
    problem_c = lambda token: packed_sources(fmi, generated(token))["problem.c"]
    return {"sources/problem.c": problem_c, "modelDescription.xml": described}, files


def _libraries(name: str, fmi: int, generated: Mapping[str, bytes], keys: Iterable[str], progress: Callable[[str], None]) -> dict[str, bytes]:
    """The libraries by platform; the engine is compiled from where it lies."""
    with temporary_folder() as folder, temporary_room(f"to compile {name}"):
        own = [folder / file for file in generated]
        for file in own:
            file.write_bytes(generated[file.name])
        return compile_all(Library(name, (*native_sources(fmi), *own), INCLUDED), keys, progress)
