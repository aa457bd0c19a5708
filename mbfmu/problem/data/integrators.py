"""The engine's integrators, by the names that users give.

Others follow this list, and tests/problem/data/test_integrators.py compares them: the enumeration in engine/c/core/problem.h, the table in
engine/c/integrators/integrator_choice.c, the range in engine/c/data/load.c, the docstring of Model and the help of the command line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...base.errors import MbfmuError
from .problem import Problem

# In the order of the enumeration in C; where parts are connected, the last of theirs integrates all.
BY_ERROR = ("bogacki_shampine", "dormand_prince", "adams", "radau")
IN_FIXED_STEPS = ("heun", "runge_kutta", "linearly_implicit_euler", "rosenbrock")
INTEGRATORS = (*BY_ERROR, *IN_FIXED_STEPS)
BY_DERIVATIVES = ("radau", "linearly_implicit_euler", "rosenbrock")


def refuse_unknown(integrator: str) -> None:
    """MbfmuError where there is no such integrator."""
    if integrator not in INTEGRATORS:
        raise MbfmuError(f"there is no integrator {integrator!r}; there is {', '.join(INTEGRATORS)}")


def integrator_for_all(names: Iterable[str]) -> str:
    """The integrator of parts that are connected: where one is stiff, all are."""
    return max(names, key=INTEGRATORS.index)


def with_integrator(problem: Problem, integrator: str) -> Problem:
    """The Problem with another integrator; MbfmuError where there is none of that name, or it cannot integrate the Problem."""
    refuse_unknown(integrator)
    if integrator in BY_DERIVATIVES and problem.program:
        raise MbfmuError(
            f"{integrator} cannot integrate {problem.name}: it needs derivatives, which a PythonBlock has not; choose dormand_prince, "
            f"or runge_kutta for fixed steps"
        )
    return problem if problem.integrator == integrator else replace(problem, integrator=integrator)
