"""Problems as libraries of one version of FMI, without the archive around them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import fmpy

from mbfmu.codegen.functions import generate_functions
from mbfmu.codegen.tables import problem_source
from mbfmu.codegen.variables import fmi_variables
from mbfmu.engine.compile import OPTIONS
from mbfmu.engine.sources import native_sources
from mbfmu.problem.data.problem import Problem
from tests.fmu.native.compiled import INCLUDES

GUID = "{of a test}"
HEADERS = Path(fmpy.__file__).parent / "c-code"  # the standard's own


def library(problem: Problem, fmi: int, folder: Path, compiler: tuple[str, ...] = (sys.executable, "-m", "ziglang", "cc")) -> Path:
    """`folder`, with the library of `problem` where FMPy looks for it in an extracted FMU."""
    functions = generate_functions(problem)
    (folder / "functions.c").write_bytes(functions.source)
    (folder / "problem.c").write_bytes(problem_source(problem, fmi_variables(problem, fmi), functions, GUID))
    made = folder / "binaries" / (fmpy.platform if fmi == 2 else fmpy.platform_tuple) / f"{problem.name}{fmpy.sharedLibraryExtension}"
    made.parent.mkdir(parents=True)
    command = [*compiler, *OPTIONS, "-fPIC", *INCLUDES, *map(str, native_sources(fmi)), "functions.c", "problem.c", "-lm", "-o", str(made)]
    subprocess.run(command, check=True, cwd=folder)
    return folder
