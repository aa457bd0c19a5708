"""Outputs that are no real numbers change at events only: they may depend on modes, discrete states and inputs and parameters, and on nothing else.

Real ones that follow discrete states and nothing else that moves are discrete, too.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...base.errors import ProblemsFound
from ..data.dependencies import running_dependencies
from ..data.problem import Problem, Variable

SHOWN = 3  # names in a sentence


def refuse_continuous(problem: Problem) -> Problem:
    """The problem; ProblemsFound names outputs that would have to change between events."""
    discrete = [v for v in problem.variables if v.causality == "output" and v.variability == "discrete"]
    if not discrete:
        return problem
    depends, names = running_dependencies(problem, ("t", "x", "u")).array("y"), np.array(_continuous(problem))
    found = []
    for v in discrete:
        followed = {*names[depends[v.ref.start : v.ref.start + v.ref.size].any(axis=0)].tolist()} - {""}
        found += [_sentence(v, sorted(followed))] if followed else []
    if found:
        raise ProblemsFound(f"{problem.name} cannot be built:", found)
    return problem


def with_held_outputs(problem: Problem) -> Problem:
    """The problem with those of its real outputs declared discrete that change at its events only."""
    if not (problem.events or problem.state_events) or problem.accepted:
        return problem
    depends = running_dependencies(problem, ("t", "x", "u", "r")).array("y")
    moving = np.array([bool(name) for name in _continuous(problem)] + [False] * problem.sizes["r"])
    first = moving.size - problem.sizes["r"]
    held = np.logical_and(depends[:, first:].any(axis=1), ~depends[:, moving].any(axis=1))
    is_held = lambda v: v.ref.slot == "y" and held[v.ref.start : v.ref.start + v.ref.size].all()
    return replace(problem, variables=tuple(replace(v, variability="discrete") if is_held(v) else v for v in problem.variables))


def _continuous(problem: Problem) -> list[str]:
    """The names of the numbers of slots t, x and u, of which discrete inputs have none."""
    inputs = [""] * problem.sizes.get("u", 0)
    for v in problem.variables:
        if v.causality == "input" and v.variability == "continuous":
            inputs[v.ref.start : v.ref.start + v.ref.size] = [v.name] * v.ref.size
    return ["time", *problem.state_names, *inputs]


def _sentence(v: Variable, followed: list[str]) -> str:
    some = ", ".join(followed[:SHOWN]) + (", ..." if len(followed) > SHOWN else "")
    return f"{v.name} is of type {v.type} and changes at events only, but it follows {some}: choose its value by switch(name, indicator, a, b)"
