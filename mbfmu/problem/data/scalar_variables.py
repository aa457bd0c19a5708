"""scalarized(problem): the same problem with a variable for each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .names import numbered
from .problem import Problem, Variable


def scalarized(problem: Problem) -> Problem:
    """`problem` with its arrays as scalars (`force[1]`, `force[2]`, ...), for tools that read FMI 3 but not its arrays."""
    return replace(problem, variables=tuple(scalar for variable in problem.variables for scalar in _scalars(variable)))


def _scalars(variable: Variable) -> Iterator[Variable]:
    for i, ending in enumerate(numbered("", variable.shape)):
        yield variable.piece(i, ending)
