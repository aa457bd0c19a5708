"""Differences between interpreted FMUs: the slave, the files that it reads, and its attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ...engine.program_signature import program_signature
from ...problem.data.problem import Problem
from .kind import REQUIREMENTS

SLAVE = "fmu/interpreted/slave"


@dataclass(frozen=True)
class SlaveParts:
    """`modules` are files of this package, the last of which has the slave, a class with these `attributes`; `files` go by their paths in the FMU."""

    modules: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    attributes: Mapping[str, Any] = field(default_factory=dict)


def slave_parts(problem: Problem) -> SlaveParts:
    """The parts for a problem of equations, or for one with a user's program."""
    program = problem.program
    if not program:
        return SlaveParts((SLAVE,))
    signature = program_signature(problem, program)
    files = {f"resources/{signature.code}.py": program.source, REQUIREMENTS: "\n".join(program.requirements).encode()}
    modules = (SLAVE, "engine/requirements", "engine/python_values", "engine/program_host", "fmu/interpreted/python_block_slave")
    return SlaveParts(modules, files, {"signature": asdict(signature), "requirements": program.requirements})
