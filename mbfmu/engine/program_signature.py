"""How the Program of a Problem is called."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from ..problem.data.problem import Problem, Program
from ..problem.data.steps import HostCall
from .program_host import Signature


def program_signature(problem: Problem, program: Program) -> Signature:
    """What a ProgramHost needs to know. The module's name follows from its content, since Python keeps those of one name for one."""
    shapes = lambda causality: {v.name: v.shape for v in problem.variables if v.causality == causality}
    given = {ref.slot for step in problem.output if isinstance(step, HostCall) for ref in step.arguments}
    return Signature(
        code=f"{Path(program.file).stem}_{sha256(program.source).hexdigest()[:16]}",
        file=program.file,
        kind=program.kind,
        parameters=shapes("parameter"),
        inputs=shapes("input"),
        states=dict.fromkeys(problem.state_names, ()),
        outputs=shapes("output"),
        held=shapes("output") if problem.sizes["held"] else {},
        feedthrough=shapes("input") if "u" in given else {},
    )
