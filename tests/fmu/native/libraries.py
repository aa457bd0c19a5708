"""Problems as libraries of one version of FMI, without the archive around them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import fmpy

from mbfmu.fmu.compile import OPTIONS
from mbfmu.fmu.functions import generate_functions
from mbfmu.fmu.tables import problem_source
from mbfmu.fmu.variables import fmi_variables
from mbfmu.runtime.problem import Problem
from tests.fmu.native.compiled import NATIVE

GUID = "{of a test}"
HEADERS = Path(fmpy.__file__).parent / "c-code"


def library(problem: Problem, fmi: int, folder: Path, compiler: tuple[str, ...] = (sys.executable, "-m", "ziglang", "cc")) -> Path:
    """`folder`, with the library of `problem` where FMPy looks for it in an extracted FMU."""
    functions = generate_functions(problem)
    (folder / "functions.c").write_bytes(functions.source)
    (folder / "problem.c").write_bytes(problem_source(problem, fmi_variables(problem, fmi), functions, GUID))
    runtime = [str(path) for path in sorted(NATIVE.glob("*.c")) if not path.name.startswith(f"fmi{5 - fmi}")]
    made = folder / "binaries" / (fmpy.platform if fmi == 2 else fmpy.platform_tuple) / f"{problem.name}{fmpy.sharedLibraryExtension}"
    made.parent.mkdir(parents=True)
    command = [*compiler, *OPTIONS, "-fPIC", f"-I{NATIVE}", f"-I{HEADERS}", *runtime, "functions.c", "problem.c", "-lm", "-o", str(made)]
    subprocess.run(command, check=True, cwd=folder)
    return folder
