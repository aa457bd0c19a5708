"""Fuzzers: a Problem, the engine and a random walk through the calls of one version of FMI."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from mbfmu.engine.sources import native_sources
from mbfmu.model.declare.variable_types import Real
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.codegen.tables import problem_source
from mbfmu.problem.codegen.variables import FmiVariable, fmi_variables
from mbfmu.problem.data.problem import Problem
from tests.compiler import TRAPPED

from .compiled import INCLUDES
from .libraries import GUID, HEADERS

FUZZ = Path(__file__).parent / "fuzz"
INCLUDED = (*INCLUDES, f"-I{HEADERS}")
WARNED = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *INCLUDED)
SANITIZED = ("gcc", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
KINDS = {"input": "i", "output": "o", "calculatedParameter": "c", "state": "s", "derivative": "d", "indicator": "z", "independent": "x"}


def fuzzer(problem: Problem, fmi: int, folder: Path, compiler: tuple[str, ...] = TRAPPED) -> Path:
    """The program, in `folder`, with the surface of the model beside it."""
    functions, variables = generate_functions(problem), fmi_variables(problem, fmi)
    (folder / "functions.c").write_bytes(functions.source)
    (folder / "problem.c").write_bytes(problem_source(problem, variables, functions)(GUID))
    (folder / "surface.txt").write_text(surface(problem, variables))
    model = objects((*native_sources(fmi), Path("functions.c"), Path("problem.c")), folder, compiler)
    library = ["-shared", *model, "-lm", "-o", "libmodel.so"]
    program = ["-std=c99", *INCLUDED, *_walk(fmi), "-L.", "-lmodel", "-lm", f"-Wl,-rpath,{folder}", "-o", "fuzz.exe"]
    for command in (library, program):
        subprocess.run([*compiler, *command], check=True, cwd=folder)
    return folder / "fuzz.exe"


def objects(sources: Iterable[Path], folder: Path, compiler: tuple[str, ...]) -> list[str]:
    """The object files, in `folder`, of C without a warning; they suit libraries and programs, so that ziglang compiles the engine once for all."""
    subprocess.run([*compiler, *WARNED, "-fPIC", "-fvisibility=hidden", "-c", *map(str, sources)], check=True, cwd=folder)
    return sorted(file.name for file in folder.glob("*.o"))


def _walk(fmi: int) -> list[str]:
    """The C files of the walk but those of the other version."""
    return [str(path) for path in sorted(FUZZ.glob("*.c")) if not path.name.startswith(f"fmi{5 - fmi}")]


def surface(problem: Problem, variables: tuple[FmiVariable, ...]) -> str:
    """What fuzz.c reads."""
    states, indicators = (problem.sizes.get(slot, 0) for slot in "xm")
    lines = [GUID, f"{len(variables)} {states} {indicators}"]
    for reference, v in enumerate(variables):
        kind = (KINDS.get(v.causality) or v.variability[0]) if v.type == Real() else "n"
        numbers = np.nan_to_num(v.start) if v.start else np.zeros(v.ref.size)
        lines.append(f"{reference} {kind} {v.ref.size} {' '.join(map(str, numbers))}")
    return "\n".join(lines)


def fuzz(program: Path, seed: int, calls: int) -> None:
    """Fails with what was found and the calls that led to it."""
    done = subprocess.run([program, program.with_name("surface.txt"), str(seed), str(calls)], capture_output=True, text=True)
    assert done.returncode == 0, f"seed {seed}: {done.returncode}\n{done.stderr[-6000:]}"
