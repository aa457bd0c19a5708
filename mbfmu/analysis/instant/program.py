"""A user's own Python in this process."""

from __future__ import annotations

from ...base.errors import MbfmuError
from ...base.files.temporary_folder import temporary_folder
from ...engine.instance import Instance
from ...engine.program_host import ProgramHost
from ...engine.program_signature import program_signature
from ...engine.requirements import require


def ask_program(instance: Instance) -> ProgramHost | None:
    """Have the Program of the instance's Problem, if it has one, answer what the engine asks.

    MbfmuError where a package is missing or the file cannot be imported.
    """
    problem = instance.problem
    if not problem.program:
        return None
    signature = program_signature(problem, problem.program)
    try:
        require(problem.program.requirements)
        with temporary_folder() as folder:
            (folder / f"{signature.code}.py").write_bytes(problem.program.source)
            host = ProgramHost(signature, folder)
    except ImportError as cause:
        raise MbfmuError(f"{problem.name} cannot run here: {cause}") from cause
    instance.ask(host.compute)
    return host
