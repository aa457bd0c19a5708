"""one_by_one(problem): the same problem with a variable for each number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .data.names import numbered
from .data.problem import Problem, Variable
from .data.ref import Ref


def one_by_one(problem: Problem) -> Problem:
    """`problem` with its arrays as scalars (`force[1]`, `force[2]`, ...), for tools that read FMI 3 but not its arrays."""
    return replace(problem, variables=tuple(scalar for variable in problem.variables for scalar in _scalars(variable)))


def _scalars(variable: Variable) -> Iterator[Variable]:
    names, origins = (numbered(name, variable.shape) for name in (variable.name, variable.origin))
    for i, (name, origin) in enumerate(zip(names, origins)):
        place = Ref(variable.ref.slot, variable.ref.start + i, 1)
        yield replace(variable, name=name, origin=origin if variable.origin else "", ref=place, start=variable.start[i : i + 1], shape=())
