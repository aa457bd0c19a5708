"""The parameter by which a model starts in static equilibrium."""

from __future__ import annotations

from dataclasses import replace

from ...base.errors import MbfmuError
from ...model.declare.variable_types import Boolean
from ..data.problem import Problem, Variable
from ..data.ref import Ref

NAME = "start_in_equilibrium"  # of the parameter and of its slot
MEANING = "start in static equilibrium under the inputs and parameters given"
PARAMETER = Variable(
    name=NAME, causality="parameter", variability="fixed", unit="1", description=MEANING, ref=Ref(NAME, 0, 1), start=(0.0,), type=Boolean()
)


def with_settled_start(problem: Problem) -> Problem:
    """The problem with that parameter, where it has mechanisms; MbfmuError where the name is taken."""
    if not any(of.nv for of in problem.mechanisms):
        return problem
    if any(variable.name == NAME for variable in problem.variables):
        raise MbfmuError(f"{problem.name} has a variable {NAME}, but that is the name of a parameter of every model with mechanisms; rename yours")
    return replace(problem, variables=(*problem.variables, PARAMETER), sizes={**problem.sizes, NAME: 1})


def is_settled_start(variable: Variable) -> bool:
    """Whether a variable is that parameter."""
    return variable.ref.slot == NAME
