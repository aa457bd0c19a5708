"""What an FMU holds to say what its ports are: terminals of FMI 3, and the variable groups of the Open Simulation Platform."""

from __future__ import annotations

from ...problem.data.problem import Problem
from .osp import describe_osp, osp_name
from .terminals import describe_terminals


def port_files(problem: Problem, fmi: int) -> dict[str, bytes]:
    """The files by their paths in an FMU; none where there is nothing to say."""
    terminals = describe_terminals(problem) if fmi == 3 else None
    found = {"terminalsAndIcons/terminalsAndIcons.xml": terminals, osp_name(problem): describe_osp(problem)}
    return {name: content for name, content in found.items() if content}
