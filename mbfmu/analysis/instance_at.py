"""instance_at: a model in the state that somebody asks about."""

from __future__ import annotations

from ..base.errors import MbfmuError
from ..engine.instance import Instance
from ..problem.data.problem import Problem
from .equilibrium.equilibria import equilibrium
from .instant.drive import Inputs, Values
from .linearize.linearize import at_rest, reached


def instance_at(problem: Problem, values: Values, inputs: Inputs, time: float = 0.0, resting: bool = False) -> Instance:
    """An instance at a `time` [s] of a run, or where the model comes to rest; see `linearize` and `equilibrium` for what is raised.

    MbfmuError for a time at rest.
    """
    if not resting:
        return reached(problem, values, inputs, time)
    if time:
        raise MbfmuError(f"either a motion of {time:.9g} s leads to the state, or the model comes to rest: leave one of them out")
    return at_rest(equilibrium(problem, values, inputs))
