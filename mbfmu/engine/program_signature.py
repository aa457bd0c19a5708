"""How the Program of a Problem is called."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from ..problem.data.problem import Problem, Program
from .program_host import Signature


def program_signature(problem: Problem, program: Program) -> Signature:
    """What a ProgramHost needs to know. The module's name follows from its content, since Python keeps those of one name for one."""
    shapes = lambda causality: {v.name: v.shape for v in problem.variables if v.causality == causality}
    held = shapes("output") if problem.sizes["held"] else {}
    code = f"{Path(program.file).stem}_{sha256(program.source).hexdigest()[:16]}"
    states = dict.fromkeys(problem.state_names, ())
    return Signature(code, program.file, program.kind, shapes("parameter"), shapes("input"), states, shapes("output"), held)
