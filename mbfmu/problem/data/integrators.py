"""The engine's integrators, by the names that users give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...base.errors import MbfmuError
from .problem import Problem

# Where parts are connected, the last of theirs in this order integrates all.
INTEGRATORS = ("bogacki_shampine", "dormand_prince", "adams", "radau")


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
    if integrator == "radau" and problem.program:
        raise MbfmuError(f"radau cannot integrate {problem.name}: it needs derivatives, which a PythonBlock has not; choose dormand_prince or adams")
    return problem if problem.integrator == integrator else replace(problem, integrator=integrator)
