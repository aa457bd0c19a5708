"""What interpreted FMUs differ in: the slave, the files that it reads, and what it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..codegen.variables import fmi_variables
from ..problem.data.problem import Problem
from .archive import digest

REQUIREMENTS = "resources/requirements.txt"  # for people and pip


@dataclass(frozen=True)
class SlaveParts:
    """`modules` are files of this folder, the last of which has the slave, a class with these `attributes`; `files` go by their paths in the FMU."""

    modules: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    attributes: Mapping[str, Any] = field(default_factory=dict)


def slave_parts(problem: Problem) -> SlaveParts:
    """The parts for a problem of equations, or for one with a user's program."""
    program = problem.program
    if not program:
        return SlaveParts(("slave",))
    code = f"{Path(program.file).stem}_{digest({'code': program.source})}"
    fields = lambda v: (v.name, v.type.fmi2, tuple(v.type.definition()[1]))
    variables = {f"{c}s": tuple(fields(v) for v in problem.variables if v.causality == c) for c in ("parameter", "input", "output")}
    about = {name: getattr(program, name) for name in ("file", "kind", "period", "requirements")}
    about |= {"code": code, "held": len(fmi_variables(problem, 2))}
    files = {f"resources/{code}.py": program.source, REQUIREMENTS: "\n".join(program.requirements).encode()}
    return SlaveParts(("slave", "requirements", "typed_values", "python_block_slave"), files, about | variables)
