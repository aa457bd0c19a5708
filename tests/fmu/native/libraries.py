"""Problems as libraries of one version of FMI, without the archive around them."""

from __future__ import annotations

from pathlib import Path

import fmpy

from mbfmu.engine.compile import Library, compile_all, present
from mbfmu.engine.sources import INCLUDED, native_sources
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.codegen.tables import problem_source
from mbfmu.problem.codegen.variables import fmi_variables
from mbfmu.problem.data.problem import Problem

GUID = "{of a test}"
HEADERS = Path(fmpy.__file__).parent / "c-code"  # the standard's own


def library(problem: Problem, fmi: int, folder: Path) -> Path:
    """`folder`, with the library of `problem` where FMPy looks for it in an extracted FMU."""
    functions = generate_functions(problem)
    own = (folder / "functions.c", folder / "problem.c")
    for file, content in zip(own, (functions.source, problem_source(problem, fmi_variables(problem, fmi), functions)(GUID))):
        file.write_bytes(content)
    made = folder / "binaries" / (fmpy.platform if fmi == 2 else fmpy.platform_tuple) / f"{problem.name}{fmpy.sharedLibraryExtension}"
    made.parent.mkdir(parents=True)
    sources = (*native_sources(fmi), *own)
    made.write_bytes(compile_all(Library(problem.name, sources, INCLUDED), [present()], lambda platform: None)[present()])
    return folder
