"""bench.c with an FMU: linked with its library, or compiled with its sources for another processor."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from math import prod
from pathlib import Path

import numpy as np

from mbfmu.engine.sources import packed_sources
from mbfmu.problem.codegen.functions import generate_functions
from mbfmu.problem.codegen.tables import problem_source
from mbfmu.problem.codegen.variables import fmi_variables
from mbfmu.problem.data.problem import Problem
from tests.compiler import CC
from tests.engine.symbols import ZIG

from .libraries import GUID, HEADERS, library

BENCH = Path(__file__).with_name("bench.c")
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fno-sanitize=undefined", "-ffp-contract=off")


def bench(problem: Problem, folder: Path) -> Path:
    """A program for this machine, in `folder`, with the library beside it."""
    program, name = folder / "bench", problem.name
    made = next((library(problem, 3, folder) / "binaries").glob(f"*/{name}.*"))
    command = [*CC, *STRICT, "-isystem", HEADERS, BENCH, made, f"-Wl,-rpath,{made.parent}"]
    subprocess.run([*command, "-o", program], check=True)
    return program


def write_sources(problem: Problem, folder: Path) -> list[Path]:
    """The C files of sources/ of the native FMU, written into `folder`."""
    functions = generate_functions(problem)
    generated = {"functions.c": functions.source, "problem.c": problem_source(problem, fmi_variables(problem, 3), functions)(GUID)}
    for name, content in packed_sources(3, generated).items():
        (folder / name).write_bytes(content)
    return sorted(folder.glob("*.c"))


def run(program: Path, problem: Problem, steps: int, step_size: float, through: Sequence[str] = ()) -> tuple[np.ndarray, int, int]:
    """The outputs after every step, and how often memory was asked for in steps and before them."""
    outputs = {i: v for i, v in enumerate(fmi_variables(problem, 3)) if v.causality == "output"}
    command = [*through, program, GUID, steps, repr(step_size), sum(prod(v.shape) for v in outputs.values()), *outputs]
    *lines, last = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.splitlines()
    in_steps, before = map(int, last.split())
    return np.array([[float.fromhex(number) for number in line.split()] for line in lines]), in_steps, before


def foreign_bench(problem: Problem, folder: Path, target: str) -> Path:
    """A program for another Linux, as ziglang calls it, with nothing beside it: the C library of musl is inside."""
    program = folder / f"bench-{target}"
    command = [ZIG, "cc", "-target", target, "-static", "-O1", *STRICT, "-isystem", HEADERS, BENCH, *write_sources(problem, folder), "-lm"]
    subprocess.run([*command, "-o", program], check=True)
    return program


def bare_object(problem: Problem, folder: Path, target: str, processor: str) -> Path:
    """The sources as one object for a processor without an operating system. Only headers come from musl, since ziglang has none of newlib."""
    made, headers = folder / "bare.o", ZIG.parent / "lib/libc/include"
    included = [option for name in ("arm-linux-musl", "generic-musl") for option in ("-isystem", headers / name)]
    command = [ZIG, "cc", "-target", target, f"-mcpu={processor}", "-r", "-O1", *STRICT, *included, *write_sources(problem, folder)]
    subprocess.run([*command, "-o", made], check=True)
    return made
