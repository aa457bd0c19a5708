"""How the Program of a Problem is called."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from ..problem.data.problem import Problem, Program
from ..problem.data.steps import HostCall
from .program_host import Signature, Variables


def program_signature(problem: Problem, program: Program) -> Signature:
    """What a ProgramHost needs to know. The module's name follows from its content, since Python keeps those of one name for one."""
    given = {ref.slot for step in problem.output if isinstance(step, HostCall) for ref in step.arguments}
    return Signature(
        code=f"{Path(program.file).stem}_{sha256(program.source).hexdigest()[:16]}",
        file=program.file,
        kind=program.kind,
        parameters=_variables(problem, "parameter", "calculatedParameter"),
        inputs=_variables(problem, "input"),
        states={name: ("Real", (), ()) for name in problem.state_names},
        outputs=_variables(problem, "output"),
        held={} if any(isinstance(step, HostCall) for step in problem.output) else _variables(problem, "output"),
        feedthrough=_variables(problem, "input") if "u" in given else {},
    )


def _variables(problem: Problem, *causalities: str) -> Variables:
    """What the Kind of each is made of (python_values.py), those of one causality behind those of another.

    Parameters of models, from which some of the block's follow, are not among these.
    """
    found = (v for causality in causalities for v in problem.variables if v.causality == causality and not v.declared_by)
    return {v.name: (v.type.fmi2, v.shape, tuple(v.type.definition()[1])) for v in found}
